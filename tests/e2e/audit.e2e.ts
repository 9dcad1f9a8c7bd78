import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { openConsole, test } from '../support/stories.ts';

test('a change is found in the audit log with what was before and after, by link too', async ({
  page,
}, info) => {
  await openConsole(page, info);
  await page.getByRole('link', { name: 'Settings' }).click();
  const ours = page.getByRole('list', { name: 'Organisation' });
  await ours.getByRole('link', { name: 'General' }).click();
  // The project's page, which has a name too, stays until the organisation's is loaded.
  await expect(page).toHaveURL(/\/orgs\//);
  await expect(page.getByRole('textbox', { name: 'Name of the copy' })).toBeHidden();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).not.toHaveValue('');
  const before = await name.inputValue();
  await name.fill('Analytical Looms');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByText('Analytical Looms').first()).toBeVisible();

  await page.getByRole('link', { name: 'Audit log' }).click();
  const log = page.getByRole('table', { name: 'Audit log' });
  const row = log.getByRole('row').filter({ hasText: 'Changed organisation “Analytical Looms”' });
  await expect(row).toContainText(`${before} → Analytical Looms`);
  await row.getByRole('link').focus();
  await page.keyboard.press('Enter');
  const entry = page.getByRole('dialog');
  await expect(entry.getByRole('row', { name: 'Name' })).toContainText('Analytical Looms');
  await page.reload();
  await expect(entry.getByRole('row', { name: 'Name' })).toContainText(before);
  await page.keyboard.press('Escape');

  await page.getByRole('searchbox', { name: 'Search the audit log' }).fill('looms');
  await expect(page).toHaveURL(/q=looms/);
  await expect(row).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = readFileSync(await (await download).path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(file).toHaveLength(2);
  expect(file[1]).toContain('updateOrg');
  await page.getByRole('searchbox', { name: 'Search the audit log' }).fill('nothing like this');
  await expect(page.getByText('No entries match these filters')).toBeVisible();
});
