import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { compileErrors } from '../support/compile.ts';
import { newCollection, openConsole, test } from '../support/stories.ts';

const run = promisify(execFile);
// Inside the project, so that Node can resolve zod.
const folder = join(import.meta.dirname, '../../build/e2e-collection');

// The calling page represents any website, because the console's own CSP blocks foreign scripts.
test.use({ bypassCSP: true });

test('the typed client of a collection searches it from outside, and knows its tags @server', async ({
  page,
}, info) => {
  await openConsole(page, info);
  await newCollection(page, 'Travel');
  const text = '# Trains\n\nBook trains at least a week ahead.';
  await page
    .getByLabel('Files to upload')
    .setInputFiles([{ name: 'travel.md', mimeType: 'text/markdown', buffer: Buffer.from(text) }]);
  const document = page.getByRole('row', { name: /travel\.md.+Ready/ });
  await expect(document).toBeVisible();
  await page.getByRole('complementary', { name: 'Uploads' }).getByLabel('Close').click();
  await document.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Tag…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('[data-autofocus]')).toBeFocused();
  await page.keyboard.type('policy');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Add tags' }).click();
  await expect(page.getByText('Tags of 1 document changed')).toBeVisible();

  await page.getByRole('link', { name: 'API', exact: true }).click();
  await page.getByText('TypeScript', { exact: true }).click();
  const usage = await page.getByRole('region', { name: 'TypeScript search' }).innerText();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download client' }).click();
  const download = await downloading;
  const name = download.suggestedFilename();
  expect(name).toBe('travel.ts');
  const client = await readFile(await download.path(), 'utf8');
  expect(await compileErrors({ [name]: client, 'use.ts': usage }, 'node')).toEqual([]);
  const misspelt = usage.replace('"policy"', '"polcy"');
  const [error] = await compileErrors({ [name]: client, 'use.ts': misspelt }, 'node');
  expect(error).toContain('polcy');

  await page.getByRole('link', { name: 'API keys' }).click();
  const apiKey = await createKey(page);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), client);
  await writeFile(join(folder, 'use.ts'), usage.replace('"Travel"', '"When are trains booked?"'));
  const env = { ...process.env, TASKLOOM_API_KEY: apiKey };
  const { stdout } = await run(process.execPath, [join(folder, 'use.ts')], { env });
  expect(stdout).toContain('travel.md');
});

async function createKey(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Create API key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Outside');
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  await expect(dialog.getByRole('region', { name: 'API key' })).toContainText('tlk_');
  return /tlk_[\w-]+/.exec(await dialog.innerText())?.[0] ?? '';
}
