import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { bundle, compileErrors } from '../support/compile.ts';
import { chooseModel, register, test } from '../support/stories.ts';

const run = promisify(execFile);
// Inside the project, so that Node can resolve zod.
const folder = join(import.meta.dirname, '../../build/e2e');

// The calling page represents any website, because the console's own CSP blocks foreign scripts.
test.use({ bypassCSP: true });

/** The path of a new user: describe a task, try it, download its client, create an API key, call it. */
test('a task generated from a description has a typed client that works in Node and in a browser @server', async ({
  page,
}, info) => {
  await register(page, info);
  await page.getByRole('button', { name: 'Skip', exact: true }).click();
  await page.getByRole('button', { name: /^Something else/ }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  const description = 'Sort support emails as bug, billing or other, and say why.';
  await page.getByRole('textbox', { name: 'What should the task do?' }).fill(description);
  await page.getByRole('button', { name: 'Finish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create task' });
  await expect(dialog.getByLabel('What should the task do?')).toHaveValue(description);
  await chooseModel(dialog, 'Assistant model', 'Sandbox');
  await dialog.getByRole('button', { name: 'Generate' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Email sorter', { timeout: 30_000 });
  await dialog.getByRole('button', { name: 'Create task' }).click();
  await chooseModel(page, 'Model', 'Sandbox');
  await page.getByRole('button', { name: 'Save revision' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('banner').getByText('r1 active')).toBeVisible();

  await page.getByRole('tab', { name: 'API' }).click();
  await page.getByText('Mock', { exact: true }).click();
  await page.getByRole('button', { name: 'Try call' }).click();
  await expect(page.getByText(/^200 · /)).toBeVisible();
  await expect(page.getByRole('region', { name: 'response' })).toContainText('"model_id": "mock"');
  await page.getByText('Task', { exact: true }).click();

  const call = await page.getByRole('region', { name: 'cURL call' }).innerText();
  const { inputs } = JSON.parse(/--data-raw '([^']+)'/.exec(call)?.[1] ?? '');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download client' }).click();
  const download = await downloading;
  const usage = await page.getByRole('region', { name: 'typed client example' }).innerText();
  const key = await createKey(page);

  const name = download.suggestedFilename();
  const client = await readFile(await download.path(), 'utf8');
  expect(name).toBe('email-sorter-r1.ts');
  expect(usage).toContain(`from './${name}'`);
  expect(await compileErrors({ [name]: client, 'use.ts': usage }, 'node')).toEqual([]);

  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), client);
  await writeFile(join(folder, 'use.ts'), usage);
  const env = { ...process.env, TASKLOOM_API_KEY: key };
  const { stdout } = await run(process.execPath, [join(folder, 'use.ts')], { env });
  expect(stdout).toContain('category:');

  const types = await inBrowser(page, join(folder, name), key, inputs);
  expect(types.at(0)).toBe('run.started');
  expect(types.at(-1)).toBe('run.succeeded');

  // A call that is rejected has no run, but its caller and its reason are shown.
  const url = /https?:\/\/[^\s'"]+/.exec(call)?.[0] ?? '';
  const rejected = await page.request.post(url, {
    headers: { authorization: `Bearer ${key}` },
    data: { inputs: { nonsense: 'secret' } },
  });
  expect(rejected.status(), await rejected.text()).toBe(400);
  await page.getByRole('button', { name: "I've copied it" }).click();
  await page.getByRole('link', { name: 'Runs', exact: true }).click();
  await page.getByRole('link', { name: 'Rejected calls' }).click();
  const list = page.getByRole('table', { name: 'Rejected calls' });
  await expect(list).toContainText('Invalid request');
  await expect(list).toContainText('unknown input');
  await expect(list).not.toContainText('secret');
});

async function createKey(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Create API key' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Name')).toHaveValue('Email sorter');
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  await expect(dialog.getByRole('region', { name: 'API key' })).toContainText('tlk_');
  return /tlk_[\w-]+/.exec(await dialog.innerText())?.[0] ?? '';
}

/** Bundles a client for browsers, streams a run with it in the page, and returns the types of its events. */
async function inBrowser(page: Page, file: string, key: string, inputs: object): Promise<string[]> {
  const bundled = await bundle(file, 'taskClient');
  return page.evaluate(
    async ({ code, apiKey, given }) => {
      const { createClient } = new Function(`${code}; return taskClient;`)();
      const client = createClient({ apiKey, baseUrl: `${location.origin}/api/v1` });
      const types: string[] = [];
      for await (const event of client.stream(given)) types.push(event.type);
      return types;
    },
    { code: bundled, apiKey: key, given: inputs },
  );
}
