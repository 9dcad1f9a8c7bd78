import { expect } from '@playwright/test';
import { type PdfLine, pdf } from '#core/extract/testing-files.ts';
import { newCollection, newTask, openConsole, savedDraft, test } from '../support/stories.ts';

const line = (text: string): PdfLine => [50, 700, 12, text];
const POLICY = pdf([
  [line('Trains are booked at least a week ahead.')],
  [line('Hotels may cost up to 140 euros a night.')],
  [line('Whoever travels by car is paid 30 cents a kilometre.')],
]);

test('a PDF opens at the page that was found, with its passage marked @server', async ({
  page,
}, info) => {
  await openConsole(page, info);
  await newCollection(page, 'Travel');
  await page
    .getByLabel('Files to upload')
    .setInputFiles([
      { name: 'policy.pdf', mimeType: 'application/pdf', buffer: Buffer.from(POLICY) },
    ]);
  await expect(page.getByRole('row', { name: /policy\.pdf.+Ready/ })).toBeVisible();
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await page.getByRole('textbox', { name: 'Question' }).fill('What may hotels cost?');
  await page.keyboard.press('Enter');
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Page 2' })
    .getByRole('link', { name: 'policy.pdf' })
    .click();

  const document = page.getByRole('region', { name: 'Document' });
  await expect(document.getByRole('img', { name: 'Page 2', exact: true })).toBeInViewport();
  const marked = document.locator('[data-page="2"] [data-active]');
  await expect(marked).toBeInViewport();
  // The page is drawn: where the text is, it isn't only paper.
  const canvas = document.locator('[data-page="2"] canvas');
  const isInked = (element: Element) => {
    const { width, height } = element as HTMLCanvasElement;
    const pixels = (element as HTMLCanvasElement)
      .getContext('2d')
      ?.getImageData(0, 0, width, height);
    return pixels?.data.some((value, at) => at % 4 === 0 && value < 100) ?? false;
  };
  await expect.poll(() => canvas.evaluate(isInked)).toBe(true);
  // Another chunk, chosen with the keyboard.
  const chunks = page.getByRole('region', { name: 'Chunks' });
  await chunks.getByRole('button').filter({ hasText: 'by car' }).press('Enter');
  await expect(document.locator('[data-page="3"] [data-active]')).toBeInViewport();

  await document.getByRole('radio', { name: 'Text' }).click();
  await expect(document.locator('mark')).toContainText('by car');
  await expect(page).toHaveURL(/view=text/);
});

test('everything in the menu of a document works with the keyboard @server', async ({
  page,
}, info) => {
  await openConsole(page, info);
  await newCollection(page, 'Notes');
  await page.getByRole('button', { name: 'Add documents' }).click();
  await page.getByRole('menuitem', { name: 'Paste text…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Lunch');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('**Lunch** is at noon.');
  await dialog.getByRole('button', { name: 'Add text' }).click();
  await expect(page.getByRole('row', { name: /Lunch.+Ready/ })).toBeVisible();
  await page.getByRole('row', { name: /Lunch/ }).getByText('Lunch').click();
  const document = page.getByRole('region', { name: 'Document' });
  await expect(document.locator('strong')).toHaveText('Lunch');

  const menu = page.getByRole('button', { name: 'More actions' });
  const choose = async (name: string) => {
    // A dialog that is still closing would take the focus out of the menu.
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await menu.press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    const item = page.getByRole('menuitem', { name, exact: true });
    // The menu may still be opening, and then loses the focus once more.
    await expect(async () => {
      if (!(await item.evaluate((element) => element === window.document.activeElement)))
        await page.keyboard.press('ArrowDown');
      await expect(item).toBeFocused({ timeout: 100 });
    }).toPass({ intervals: [0], timeout: 10_000 });
    await page.keyboard.press('Enter');
  };
  await choose('Edit details…');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill('Meals');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Meals' })).toBeVisible();
  await expect(menu).toBeFocused();

  await choose('Edit text…');
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('**Lunch** is at noon.');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('**Dinner** is at eight.');
  await dialog.getByRole('button', { name: 'Save text' }).press('Enter');
  await expect(document.locator('strong')).toHaveText('Dinner');
  // Until then, it can't be indexed again.
  await expect(page.getByText('Ready')).toBeVisible();

  await choose('Index again');
  await expect(page.getByText('Meals is being indexed')).toBeVisible();
  await expect(page.getByText('Ready')).toBeVisible();
  const download = page.waitForEvent('download');
  await choose('Download original');
  await download;
  await choose("Why wasn't this found?");
  await expect(page.getByText('Ask the question that should have found it.')).toBeVisible();
  await page.goBack();
  await choose('Delete…');
  await dialog.getByRole('button', { name: 'Delete document' }).press('Enter');
  await expect(page.getByText('Meals deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/collections\/[^/]+$/);
});

test('what fails says why and is retried at once; a collection names the tasks that use it before it is deleted @server', async ({
  page,
}, info) => {
  await openConsole(page, info);
  await newCollection(page, 'Odds and ends');
  await page.getByLabel('Files to upload').setInputFiles([
    { name: 'one.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 broken') },
    { name: 'two.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 damaged') },
  ]);
  const failed = page.getByRole('row', { name: /\.pdf.+Failed/ });
  await expect(failed).toHaveCount(2);
  await expect(failed.first()).toContainText(
    "We couldn't process this document, please try a different version.",
  );
  await page.getByRole('button', { name: 'Retry all failed' }).click();
  await expect(page.getByText('2 documents are being retried')).toBeVisible();
  await expect(failed).toHaveCount(2);
  await page.getByRole('link', { name: 'one.pdf' }).click();
  await expect(page.getByRole('main')).toContainText("We couldn't process this document");
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(page.getByText('one.pdf is being indexed')).toBeVisible();

  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await newTask(page, 'Odd answers');
  const retrieval = page.getByRole('region', { name: 'Retrieval' });
  await retrieval.getByRole('button', { name: /Retrieval/ }).click();
  await retrieval.getByRole('switch').press('Space');
  await retrieval.getByRole('combobox', { name: 'Collections' }).click();
  await page.getByRole('option', { name: /Odds and ends/ }).click();
  await page.keyboard.press('Escape');
  await expect(savedDraft(page)).toBeVisible();

  await page.getByRole('link', { name: 'Collections', exact: true }).click();
  const row = page.getByRole('main').getByRole('link', { name: 'Odds and ends' });
  await row.click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('list', { name: 'Used by' })).toContainText('Odd answers draft');
  const remove = dialog.getByRole('button', { name: 'Delete collection' });
  await expect(remove).toBeDisabled();
  await dialog.getByLabel('Delete anyway').check();
  await remove.click();
  await expect(page.getByText('Odds and ends deleted')).toBeVisible();
  await expect(row).toBeHidden();
});
