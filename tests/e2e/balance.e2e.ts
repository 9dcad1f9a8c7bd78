import { expect, test } from '@playwright/test';
import { MESSAGES } from '#core/messages.ts';

test('an empty balance stops a run with the specified message and keeps the inputs', {
  tag: '@mock',
}, async ({ page }) => {
  await page.goto('/?mock-persona=owner&mock-scenario=normal&mock-reset');
  await page.getByRole('table').or(page.getByRole('grid')).getByRole('link').first().click();
  const input = page
    .getByRole('region', { name: /inputs/i })
    .getByRole('textbox')
    .first();
  await input.fill('Kept as it was typed.');
  await page.evaluate(() => window.__mocks?.setBalance(0));
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(
    page
      .getByText('Insufficient balance. Please upgrade your plan or add credits to continue.')
      .first(),
  ).toBeVisible();
  await expect(input).toHaveValue('Kept as it was typed.');
  expect(JSON.stringify(MESSAGES)).toContain('Insufficient balance.');
});
