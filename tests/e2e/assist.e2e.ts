import { expect, test } from '@playwright/test';
import { openConsole, promptField } from '../support/stories.ts';

test('a task is generated from a description, improved, reverted and run', async ({
  page,
}, info) => {
  await openConsole(page, info);
  await page.getByRole('button', { name: 'New task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New task' });
  await dialog
    .getByLabel('What should the task do?')
    .fill('Sort support mails as bug, billing or other, and say why.');
  const models = dialog.getByLabel('Helper model');
  await models.selectOption({ value: 'sandbox/sandbox' });
  await dialog.getByRole('button', { name: 'Generate' }).click();
  await expect(dialog.getByText(/A sample: no model has thought about it/)).toBeVisible({
    timeout: 30_000,
  });
  await dialog.getByLabel('Name', { exact: false }).first().fill('Mail sorter');
  await dialog.getByRole('button', { name: 'Create task' }).click();

  await expect(promptField(page, 'System prompt')).toContainText('Sort support mails as bug');
  await page.getByRole('button', { name: 'Improve the system prompt' }).click();
  const panel = page.getByRole('region', { name: 'Improve the system prompt' });
  await panel.getByLabel('What should be better?').fill('Be strict');
  await panel.getByRole('button', { name: 'Improve' }).click();
  await panel.getByRole('button', { name: 'Apply' }).click({ timeout: 30_000 });
  await expect(promptField(page, 'System prompt')).toContainText('Be strict.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(promptField(page, 'System prompt')).not.toContainText('Be strict.');

  await page.getByRole('button', { name: 'Recommend' }).click();
  await expect(page.getByRole('region', { name: 'A model for this task' })).toContainText(
    'context',
  );
});
