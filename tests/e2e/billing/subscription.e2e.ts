import { expect } from '@playwright/test';
import { test } from '../../support/stories.ts';

const BILLING = '/orgs/org_01jd0000000000000000000001/settings/billing';

test('a plan is changed to a lower one at the end of the period, kept, and upgraded at once', {
  tag: '@mock',
}, async ({ page }) => {
  await page.goto('/?mock-persona=owner&mock-scenario=normal&mock-reset');
  await expect(page.getByRole('link', { name: 'Review sentiment' })).toBeVisible();
  await page.goto(BILLING);
  await expect(page.getByText(/^Teams, monthly\. Renews on .* for \$149 a month\.$/)).toBeVisible();

  await page.getByRole('button', { name: 'Downgrade to Professional' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/Nothing is due today/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Change plan' }).click();
  await expect(
    page.getByText(/^Teams, monthly\. Changes to Professional, monthly on/),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Plan', exact: true })).toContainText(
    'The plan changes to Professional',
  );

  await page.getByRole('button', { name: 'Keep current plan' }).click();
  await expect(page.getByText(/^Teams, monthly\. Renews on/)).toBeVisible();

  await page.getByText('Yearly', { exact: true }).click();
  await page.getByRole('button', { name: 'Switch to yearly' }).click();
  await dialog.getByRole('button', { name: /^Pay \$.* and change$/ }).click();
  await expect(page.getByText(/^Teams, yearly\. Renews on .* for \$1,490 a year\.$/)).toBeVisible();
  await page.getByRole('link', { name: 'Invoices' }).click();
  await expect(page.getByRole('link', { name: 'View invoice TL-0003' })).toBeVisible();
});

test('an unpaid invoice is paid in the billing portal, and a cancelled subscription ends with its period', {
  tag: '@mock',
}, async ({ page }) => {
  await page.goto('/?mock-persona=owner&mock-scenario=past-due&mock-reset');
  const banner = page.getByRole('region', { name: 'Plan', exact: true });
  await expect(banner).toContainText('The last payment failed. Everything keeps working until');
  await banner.getByRole('link', { name: 'Update payment' }).click();
  const state = page.getByRole('heading', { name: /^(Professional,|Free plan\.)/ });
  await expect(state).toHaveText(/^Professional, monthly\. The last payment failed\./);
  await page.getByRole('button', { name: 'Billing portal' }).click();
  await expect(state).toHaveText(/^Professional, monthly\. Renews on .* for \$49 a month\.$/);
  await expect(banner).toBeHidden();

  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(state).toHaveText(/^Professional, monthly\. Ends on .*; then Free\.$/);
  await expect(banner).toContainText(/^The subscription ends on .* the Free plan apply\./);

  await page.clock.setFixedTime(Date.now() + 20 * 86_400_000);
  await page.reload();
  // The session has expired meanwhile.
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(state).toHaveText('Free plan. The subscription has ended.');
  await expect(banner).toBeHidden();
});
