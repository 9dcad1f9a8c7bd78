import { expect } from '@playwright/test';
import { test } from '../../support/stories.ts';

const project = '/projects/project_01jd0000000000000000000001';
const billing = '/orgs/org_01jd0000000000000000000001/settings/billing';

test('a project runs up to its spend limit, goes on when that is raised, and the ledger has the run', {
  tag: '@mock',
}, async ({ page }) => {
  const run = async () => {
    await page.goto(`${project}/tasks`);
    await page.getByRole('link', { name: 'Review sentiment' }).click();
    await page.getByRole('textbox', { name: 'review' }).fill('It arrived late.');
    await page.keyboard.press('ControlOrMeta+Enter');
  };
  await page.goto(
    '/?mock-persona=owner&mock-scenario=normal&mock-token-ms=1&mock-panel=false&mock-reset',
  );
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible();

  await page.goto(`${project}/settings/general`);
  const limit = page.getByRole('form', { name: 'Spend limit' });
  await limit.getByRole('spinbutton').fill('0.001');
  await limit.getByRole('button', { name: 'Save limit' }).click();
  await expect(page.getByText('Spend limit saved')).toBeVisible();
  await run();
  const message = /The project “Support desk” has reached its spend limit of \$0\.001 a month/;
  await expect(page.getByText(message).first()).toBeVisible();

  await page.goto(`${billing}?tab=limits`);
  const row = page.getByRole('row', { name: /Support desk/ });
  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('spinbutton').fill('5');
  await dialog.getByRole('button', { name: 'Save limit' }).click();
  await expect(row).toContainText('of $5.00');

  await page.goto(`${billing}?tab=ledger`);
  const newest = page.getByRole('table', { name: 'Ledger' }).getByRole('row').nth(1);
  const before = await newest.textContent();
  await run();
  await expect(page.getByText('Succeeded', { exact: true })).toBeVisible();
  await page.goto(`${billing}?tab=ledger`);
  await expect(newest).toContainText('Review sentiment');
  await expect(newest).not.toHaveText(before ?? '');
  await page.goto(`${billing}?tab=usage`);
  await page.getByRole('link', { name: 'Review sentiment' }).click();
  const filter = page.getByRole('button', { name: 'Remove filter: task Review sentiment' });
  await expect(filter).toBeVisible();
  const today = new Date().toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
  await expect(page.getByRole('table', { name: 'Usage' }).getByRole('row').nth(1)).toContainText(
    today,
  );
  await filter.click();
  await expect(filter).toBeHidden();
});

test('a spend limit is set in Billing by keyboard', { tag: '@mock' }, async ({ page }) => {
  await page.goto('/?mock-persona=owner&mock-scenario=normal&mock-panel=false&mock-reset');
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible();
  await page.goto(`${billing}?tab=limits`);
  await page.getByRole('button', { name: 'Set limit' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Set spend limit' });
  await expect(dialog.getByRole('combobox', { name: 'Project' })).toBeFocused();
  // Focus opens the list, whose names may still be loading.
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'Support desk' }).waitFor();
  await page.keyboard.press('Enter');
  const amount = dialog.getByRole('spinbutton');
  await amount.press('5');
  await amount.press('Enter');
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row', { name: 'Support desk (project)' });
  await expect(row).toContainText('of $5.00');
});
