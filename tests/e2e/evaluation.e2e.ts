import { expect } from '@playwright/test';
import { newTask, openConsole, savedDraft, test, writePrompt } from '../support/stories.ts';

test('a run is saved as a test case, and a revision is evaluated on it and on imported cases @server', async ({
  page,
}, info) => {
  await openConsole(page, info);
  await newTask(page, 'Echo for evaluation', 'fake-echo');
  await writePrompt(page, 'System prompt', 'Say it again.');
  await writePrompt(page, 'User prompt', 'Say {word}');
  await expect(savedDraft(page)).toBeVisible();
  await page.getByRole('button', { name: 'Add variable word' }).click();
  await page.getByRole('textbox', { name: 'word' }).fill('lamp');
  await page.getByRole('button', { name: /^Run/ }).first().click();
  await page.getByRole('button', { name: 'Save as test case' }).click({ timeout: 30_000 });
  await expect(page.getByText('Test case saved to Test cases')).toBeVisible();
  await page.getByRole('button', { name: 'Save revision' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('banner').getByText('r1 active')).toBeVisible();

  await page.getByRole('tab', { name: 'Evaluate' }).click();
  await page.getByRole('button', { name: 'Import cases' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import cases' });
  await dialog
    .getByRole('textbox', { name: 'Cases' })
    .fill('word,expected\nchair,never this\n,x\n');
  await dialog.getByRole('button', { name: 'Import cases' }).click();
  await expect(dialog).toContainText('Row 2: word is required');
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Edit checks' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit dataset' });
  await editor.getByRole('button', { name: 'Add check' }).click();
  await editor.getByRole('button', { name: 'Save dataset' }).click();
  await expect(page.getByText('The output equals the expected value')).toBeVisible();

  await page.getByRole('button', { name: 'Evaluate', exact: true }).click();
  const results = page.getByRole('list', { name: 'Results' });
  await expect(page.getByRole('radio', { name: 'Failed 1' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('radio', { name: 'Passed 1' })).toBeVisible();
  await results.getByText('chair').first().click();
  await expect(results).toContainText('Expected "never this"');
  await page.getByRole('radio', { name: 'Passed 1' }).click();
  await expect(results.getByText('lamp').first()).toBeVisible();
  await expect(results.getByText('chair')).toHaveCount(0);

  await page.getByRole('button', { name: 'Evaluation actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete evaluation' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete evaluation' }).click();
  await expect(page.getByText('Evaluation deleted')).toBeVisible();
  await expect(page.getByText('No evaluations yet')).toBeVisible();
});
