import { expect } from '@playwright/test';
import { test } from '../support/stories.ts';

test('an empty balance rejects a run with the specified message and keeps the inputs', {
  tag: '@mock',
}, async ({ page }) => {
  await page.goto('/?mock-persona=owner&mock-scenario=normal&mock-reset');
  await page.getByRole('link', { name: 'Review sentiment' }).click();
  const input = page.getByRole('textbox', { name: 'review' });
  await input.fill('Kept as it was typed.');
  await page.evaluate(() => window.__mocks?.setBalance(0));
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(
    page
      .getByText('Insufficient balance. Please upgrade your plan or add credits to continue.')
      .first(),
  ).toBeVisible();
  await expect(input).toHaveValue('Kept as it was typed.');
});
