import { readFile } from 'node:fs/promises';
import { expect, type Page, type TestInfo } from '@playwright/test';
import { chooseModel, onMocks, openConsole, test } from '../../support/stories.ts';

/** How long the mocks' model takes for a word while somebody stops it. */
const WORD_MS = 400;

const step = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name });
const saved = (page: Page) => page.getByText(/^Draft · saved/).filter({ visible: true });
const sections = (page: Page) =>
  page.getByRole('region', { name: 'Sections', exact: true }).getByRole('article');

/** Has the next step take long enough to be stopped. */
async function holdStep(page: Page, info: TestInfo): Promise<() => Promise<void>> {
  if (onMocks(info)) {
    await page.evaluate((ms) => window.__mocks?.setTokenMs(ms), WORD_MS);
    return () => page.evaluate(() => window.__mocks?.setTokenMs(1)).then(() => undefined);
  }
  await page.route('**/step', (route) => new Promise(() => void route));
  return () => page.unroute('**/step');
}

async function download(page: Page, format: string): Promise<Buffer> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format, exact: true }).click(),
  ]);
  return readFile(await file.path());
}

test('an article goes from a brief to an export', async ({ page }, info) => {
  test.setTimeout(150_000);
  await openConsole(page, info);

  await test.step('a brief', async () => {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Compose' })
      .click();
    await page.getByRole('button', { name: 'Create article' }).first().click();
    await page.getByRole('button', { name: 'Suggest titles' }).click();
    await expect(page.getByText('Enter a topic')).toBeVisible();
    await page.getByRole('textbox', { name: 'Topic' }).fill('Planning a launch');
    await page.getByLabel('Audience').fill('Small teams');
    await chooseModel(page, 'Model', 'Sandbox');
    await page.getByRole('button', { name: 'Suggest titles' }).click();
  });

  await test.step('five titles, of which one is edited and kept while others come', async () => {
    const titles = page.getByRole('list', { name: 'Title ideas' });
    await expect(titles.getByRole('textbox')).toHaveCount(5);
    await titles.getByLabel('Title 1', { exact: true }).fill('Launch week, planned backwards');
    await titles.getByRole('button', { name: 'Keep title 1' }).click();
    await page.getByRole('button', { name: 'Shorter' }).click();
    await expect(titles.getByRole('textbox')).toHaveCount(6);
    await expect(titles.getByLabel('Title 1', { exact: true })).toHaveValue(
      'Launch week, planned backwards',
    );
    await titles.getByRole('button', { name: 'Choose' }).first().click();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue(
      'Launch week, planned backwards',
    );
    await page.getByRole('button', { name: 'Write the outline' }).click();
  });

  const headings = page.getByRole('list', { name: 'Outline', exact: true });
  const heading = (n: number) => headings.getByRole('textbox', { name: `Heading ${n}, level` });

  await test.step('an outline, changed with the keyboard alone', async () => {
    await expect(heading(5)).toBeVisible();
    const last = await heading(5).inputValue();
    await heading(5).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(heading(4)).toHaveValue(last);
    await expect(heading(4)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(heading(5)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(headings.getByText('A blog outline heading is required')).toBeVisible();
    await heading(5).focus();
    await page.keyboard.press('Backspace');
    await expect(headings.getByRole('textbox', { name: /^Heading/ })).toHaveCount(5);
    await expect(heading(4)).toBeFocused();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(heading(4)).toHaveValue(last);
    await expect(headings.getByRole('textbox', { name: /^Heading/ })).toHaveCount(5);
  });

  await test.step('sections, of which the first is stopped', async () => {
    await expect(saved(page)).toBeVisible();
    const release = await holdStep(page, info);
    await page.getByRole('button', { name: 'Write 4 sections' }).click();
    await expect(page.getByText('Writing section 1 of 4', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Writing section 1 of 4', { exact: true })).toBeHidden();
    await release();
    await page.getByRole('button', { name: 'Write all sections' }).click();
    await expect(step(page, 'Sections')).toContainText('4 of 4 written');
  });

  await test.step('another version of one is accepted, and one is rejected', async () => {
    const first = sections(page).first();
    await first.getByRole('button', { name: 'Rephrase' }).click();
    await first.getByRole('button', { name: 'Accept' }).click();
    await expect(first).toContainText('In other words:');
    await first.getByRole('button', { name: 'Expand' }).click();
    await first.getByRole('button', { name: 'Reject' }).click();
    await expect(first.getByRole('button', { name: 'Expand' })).toBeVisible();
    await page.locator('main').click({ position: { x: 5, y: 5 } });
    await page.keyboard.press('ControlOrMeta+z');
    await expect(first).not.toContainText('In other words:');
    await page.getByRole('button', { name: 'Redo', exact: true }).click();
    await expect(first).toContainText('In other words:');
  });

  await test.step('a version is named, and what is typed survives a reload', async () => {
    await page.getByRole('button', { name: 'Versions' }).click();
    await page.getByLabel('Name of a new version').fill('Before my edits');
    await page.getByRole('button', { name: 'Save version' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Before my edits' })).toBeVisible();
    await page.keyboard.press('Escape');
    await step(page, 'Article').click();
    const source = page.getByRole('textbox', { name: /^Markdown of/ }).first();
    await source.fill('## Start here\n\nWritten by hand.');
    await expect(saved(page)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('article', { name: 'Start here' })).toContainText(
      'Written by hand.',
    );
  });

  await test.step('the article is exported', async () => {
    const markdown = (await download(page, 'Markdown')).toString();
    expect(markdown).toContain('# Launch week, planned backwards');
    expect(markdown).toContain('## Start here\n\nWritten by hand.');
    const html = (await download(page, 'HTML')).toString();
    expect(html).toContain('<h1>Launch week, planned backwards</h1>');
    expect(html).toContain('<p>Written by hand.</p>');
    // A DOCX file is a ZIP archive.
    expect((await download(page, 'DOCX')).subarray(0, 2).toString()).toBe('PK');
  });

  await test.step('the version is compared and restored', async () => {
    await page.getByRole('button', { name: 'Versions' }).click();
    const version = page.getByRole('listitem').filter({ hasText: 'Before my edits' });
    await version.getByRole('button', { name: /^Compare/ }).click();
    await expect(page.getByRole('dialog')).toContainText('Written by hand.');
    await page.getByRole('button', { name: /^Restore version/ }).click();
    await expect(page.getByRole('article', { name: 'Start here' })).toBeHidden();
    await expect(page.getByText('In other words:').first()).toBeVisible();
  });
});
