import { expect } from '@playwright/test';
import { chooseModel, openConsole, promptField, test } from '../support/stories.ts';

test('a task is generated from a description, improved, reverted and run @server', async ({
  page,
}, info) => {
  await openConsole(page, info);
  await page.getByRole('button', { name: 'Create task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create task' });
  await dialog
    .getByLabel('What should the task do?')
    .fill('Sort support emails as bug, billing or other, and say why.');
  await chooseModel(dialog, 'Assistant model', 'Sandbox');
  await dialog.getByRole('button', { name: 'Generate' }).click();
  await expect(dialog.getByText(/This is a rule-based sample/)).toBeVisible({
    timeout: 30_000,
  });
  await dialog.getByLabel('Name', { exact: false }).first().fill('Email sorter');
  await dialog.getByRole('button', { name: 'Create task' }).click();

  await expect(promptField(page, 'System prompt')).toContainText('sort support emails as bug');
  await page.getByRole('button', { name: 'Improve system prompt' }).click();
  const panel = page.getByRole('region', { name: 'Improve system prompt' });
  await panel.getByLabel('What should change?').fill('Be strict');
  await panel.getByRole('button', { name: 'Improve' }).click();
  await panel.getByRole('button', { name: 'Apply' }).click({ timeout: 30_000 });
  await expect(promptField(page, 'System prompt')).toContainText('Be strict.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(promptField(page, 'System prompt')).not.toContainText('Be strict.');

  await page.getByRole('button', { name: 'Recommend' }).click();
  await expect(page.getByRole('region', { name: 'Recommended model' })).toContainText('context');
});
