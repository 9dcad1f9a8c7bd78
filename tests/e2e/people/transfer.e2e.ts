import { expect } from '@playwright/test';
import { newTask, openConsole, test } from '../../support/stories.ts';

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

test('a project is copied and moved to another organisation, which is then imported elsewhere @server', async ({
  page,
}, info) => {
  await openConsole(page, info);
  await newTask(page, 'Sort tickets');
  const project = new URL(page.url()).pathname.split('/')[2];
  const settingsOf = (id: string | undefined) => page.goto(`/projects/${id}/settings/general`);
  const createOrg = async (name: string) => {
    await page.goto('/orgs/new');
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Create organisation' }).click();
    await expect(page.getByRole('button', { name: new RegExp(name) })).toBeVisible();
  };
  await createOrg('North');

  const copyOf = await test.step('a copy has the same tasks', async () => {
    await settingsOf(project);
    await page.getByLabel('Name of the copy').fill('Travelling');
    await page.getByRole('button', { name: 'Copy project', exact: true }).click();
    await expect(page.getByRole('button', { name: /Travelling/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sort tickets' })).toBeVisible();
    return new URL(page.url()).pathname.split('/')[2];
  });
  await test.step('it moves with everything in it', async () => {
    await settingsOf(copyOf);
    const move = page.getByRole('region', { name: 'Move project' });
    await move.getByLabel('Organisation').selectOption('North');
    await move.getByRole('button', { name: 'Move project' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move Travelling to North?' });
    await dialog.getByRole('textbox').fill('Travelling');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Travelling moved to North')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: /Travelling.*North/s })).toBeVisible();
  });
  const archive = await test.step('its new organisation is exported', async () => {
    await page.getByRole('link', { name: 'Export and import' }).click();
    await page.getByRole('button', { name: 'Export organisation' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).first().click();
    const path = info.outputPath('north.zip');
    await (await download).saveAs(path);
    return path;
  });
  await test.step('another one imports it', async () => {
    await createOrg('South');
    await page.getByRole('link', { name: 'Settings' }).first().click();
    await page.getByRole('link', { name: 'Export and import' }).click();
    await page.locator('input[type="file"]').setInputFiles(archive);
    await page.getByRole('button', { name: 'Import archive' }).click();
    const imports = page.getByRole('region', { name: 'Import', exact: true });
    await expect(imports.getByText('Done')).toBeVisible();
    await page.getByRole('button', { name: /switch project/ }).click();
    await page.getByRole('button', { name: 'Travelling', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Sort tickets' })).toBeVisible();
  });
});
