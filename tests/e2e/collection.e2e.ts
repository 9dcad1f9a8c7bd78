import { expect } from '@playwright/test';
import { newCollection, openConsole, test } from '../support/stories.ts';

const HANDBOOK = `# Travel

## Trains

Book trains at least a week ahead. Seats in the quiet coach are paid for.

## Hotels

Hotels may cost up to 140 euros a night.
`;

test('documents are uploaded, indexed and searched @server', async ({ page }, info) => {
  await openConsole(page, info);
  await newCollection(page, 'Staff handbook');
  const dialog = page.getByRole('dialog');

  await page.getByLabel('Files to upload').setInputFiles([
    { name: 'travel.md', mimeType: 'text/markdown', buffer: Buffer.from(HANDBOOK) },
    { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.from('') },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Lunch is at noon.') },
  ]);
  const tray = page.getByRole('complementary', { name: 'Uploads' });
  await expect(tray).toContainText('2 files uploaded');
  await expect(tray).toContainText('The file is empty');
  const documents = page.getByRole('table', { name: 'Documents' });
  await expect(documents.getByRole('row', { name: /travel\.md.+Ready/ })).toBeVisible();
  await expect(documents.getByRole('row', { name: /notes\.txt.+Ready/ })).toBeVisible();
  // The tray stays on other pages.
  await page.getByRole('link', { name: 'Runs', exact: true }).click();
  await expect(tray).toContainText('all indexed');
  await tray.getByRole('button', { name: 'Close' }).click();
  await page.goBack();

  const trip = documents.getByRole('row', { name: /travel\.md/ });
  await trip.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Tag…' }).click();
  await expect(dialog.locator('[data-autofocus]')).toBeFocused();
  await page.keyboard.type('policy');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Add tags' }).click();
  await expect(page.getByText('Tags of 1 document changed')).toBeVisible();

  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await page.getByRole('textbox', { name: 'Question' }).fill('When do I book trains?');
  await page.keyboard.press('Enter');
  await expect(page.getByText('at least a week ahead')).toBeVisible();

  // The collection leaves as one archive, which any project can import.
  const menu = page.getByRole('button', { name: 'More actions' });
  await menu.first().click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export' }).click();
  const archive = await download;
  expect(archive.suggestedFilename()).toBe('Staff handbook.zip');
  await page.getByRole('link', { name: 'Collections', exact: true }).first().click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import' }).click();
  await (await choosing).setFiles(await archive.path());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Staff handbook.*2/);
  await expect(documents.getByRole('row', { name: /travel\.md.+Ready/ })).toBeVisible();
});
