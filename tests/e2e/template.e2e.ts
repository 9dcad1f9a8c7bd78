import { expect } from '@playwright/test';
import { openConsole, test } from '../support/stories.ts';

test("a template becomes a running task, which is saved as the organisation's template @server", async ({
  page,
}, info) => {
  await openConsole(page, info);
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('urgency');
  const gallery = page.getByRole('list', { name: 'Templates' });
  await expect(gallery.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('link', { name: 'Classify a message' }).click();
  await expect(page.getByText('Valid', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Use template' }).click();

  // The sample's inputs are already filled in.
  await expect(page.getByRole('textbox', { name: 'message' })).toHaveValue(/payroll/);
  // The first fake model doesn't support output formats.
  await page.getByRole('combobox', { name: 'Model' }).click();
  await page.getByRole('option', { name: /Sandbox/ }).click();
  await page.getByRole('button', { name: /^Run/ }).first().click();
  const result = page.getByRole('region', { name: 'Run' });
  await expect(result.getByText('Succeeded', { exact: true })).toBeVisible({ timeout: 30_000 });

  // The template's samples are available as a dataset.
  await page.getByRole('tab', { name: 'Evaluate' }).click();
  await expect(page.getByText('category equals the expected value')).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Save as template' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as template' });
  await dialog.getByLabel('Name').fill('Classify, our way');
  await expect(dialog.getByLabel('Include the last run as a sample')).toBeChecked();
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await expect(page.getByText('Template Classify, our way saved')).toBeVisible();

  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('link', { name: 'Classify, our way' }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit template' });
  await edit.getByLabel('Tags').fill('Ours');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Ours', { exact: false }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete template' }).click();
  await expect(page.getByRole('link', { name: 'Classify, our way' })).toBeHidden();
});
