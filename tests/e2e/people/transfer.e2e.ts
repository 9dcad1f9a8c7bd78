import { expect, test } from '@playwright/test';
import { openConsole } from '../../support/stories.ts';

test('an organisation is exported, and the archive is imported @mock', async ({ page }, info) => {
  await openConsole(page, info);
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('link', { name: 'Export and import' }).click();
  const exports = page.getByRole('region', { name: 'Export', exact: true });
  await exports.getByRole('button', { name: 'Export organisation' }).click();
  await expect(exports.getByText('Done')).toBeVisible();
  await expect(exports.getByText(/Available until/)).toBeVisible();
  const download = page.waitForEvent('download');
  await exports.getByRole('button', { name: 'Download' }).click();
  const archive = await (await download).path();

  const imports = page.getByRole('region', { name: 'Import', exact: true });
  const chooser = imports.locator('input[type="file"]');
  const start = imports.getByRole('button', { name: 'Import archive' });
  await test.step('what is no archive is refused, and can be exchanged', async () => {
    const wrong = {
      name: 'wrong.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from('nothing'),
    };
    await chooser.setInputFiles(wrong);
    await start.click();
    await expect(imports.getByText('Failed')).toBeVisible();
    await expect(imports.getByText('wrong.zip')).toBeVisible();
    await expect(imports.getByRole('button', { name: 'Try again' })).toBeEnabled();
  });
  await test.step('an archive is imported, with a report', async () => {
    const name = 'organisation.zip';
    const { readFile } = await import('node:fs/promises');
    const buffer = await readFile(archive);
    await chooser.setInputFiles({ name, mimeType: 'application/zip', buffer });
    await imports.getByRole('button', { name: /Try again|Import archive/ }).click();
    await expect(imports.getByText('Done')).toBeVisible();
    await expect(imports.getByRole('region', { name: 'Skipped' })).toContainText('API keys');
    await imports.getByRole('link', { name: /^Open the/ }).click();
    await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible();
  });
});
