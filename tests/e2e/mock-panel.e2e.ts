import { expect, test } from '@playwright/test';

test('the mock panel injects faults, and a link reproduces them @mock', async ({ page }) => {
  await page.goto('/?mock-persona=owner&mock-scenario=normal&mock-token-ms=1&mock-reset');
  await expect(page.getByRole('link', { name: 'Review sentiment' })).toBeVisible();
  const panel = page.getByRole('complementary', { name: 'Mocks' });
  await panel.getByRole('button', { name: 'Mocks' }).click();
  await panel.getByLabel('Errors').selectOption('403');
  await panel.getByLabel('…to').selectOption('listTasks');
  await expect(panel.getByRole('button', { name: '2 faults' })).toBeVisible();
  await page.reload();
  await expect(page.getByText("You don't have access")).toBeVisible();

  // A link without faults clears them and selects the signed-in person.
  await page.goto('/?mock-persona=member&mock-scenario=empty&mock-error=');
  await expect(page.getByText('Welcome, Mira')).toBeVisible();
  await page.goto('/?mock-persona=owner&mock-scenario=normal&mock-latency=1500&mock-seed=7');
  await expect(page.getByRole('link', { name: 'Review sentiment' })).toBeVisible();
  await expect(panel.getByRole('button', { name: '1 fault' })).toBeVisible();
  await panel.getByRole('button', { name: /Mocks/ }).click();
  await expect(panel.getByLabel('Seed')).toHaveValue('7');
  await page.keyboard.press('Escape');
  await expect(panel.getByLabel('Seed')).toBeHidden();
});
