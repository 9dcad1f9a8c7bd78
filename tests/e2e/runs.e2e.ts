import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { newTask, openConsole, savedDraft, test, writePrompt } from '../support/stories.ts';

/** Working with runs: compare two, find them, view statistics, export them, inspect one. */
test('runs can be compared, found, charted, exported and inspected @server', async ({
  page,
}, info) => {
  await openConsole(page, info);
  await newTask(page, 'Greeting', 'fake-echo');
  await writePrompt(page, 'System prompt', 'You greet.');
  await writePrompt(page, 'User prompt', 'Say hello to the moon.');
  await expect(savedDraft(page)).toBeVisible();

  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Compare' });
  const second = dialog.getByRole('combobox', { name: 'Model for B' });
  await second.click();
  await page.getByRole('option', { name: /Sandbox/ }).click();
  await dialog.getByRole('button', { name: 'Run all' }).click();
  for (const name of ['A', 'B']) {
    const column = dialog.getByRole('region', { name, exact: true });
    await expect(column.getByText('Succeeded', { exact: true })).toBeVisible({ timeout: 30_000 });
  }
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Runs' }).click();
  await page.getByRole('searchbox').fill('Greeting');
  const rows = page.getByRole('table', { name: 'Runs' }).getByRole('link');
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Charts' }).click();
  const charts = page.getByRole('region', { name: 'Charts' });
  await expect(charts.getByRole('figure').first()).toContainText('2');
  await expect(charts.getByRole('row', { name: /Greeting draft/ })).toBeVisible();

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /JSON Lines/ }).click();
  const file = await readFile(await (await saved).path(), 'utf8');
  const lines = file
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ task_name, status }) => [task_name, status])).toEqual([
    ['Greeting', 'succeeded'],
    ['Greeting', 'succeeded'],
  ]);

  await rows.first().click();
  const drawer = page.getByRole('dialog', { name: 'Run of Greeting' });
  await drawer.getByRole('button', { name: /^Model/ }).click();
  await expect(drawer.getByText('Say hello to the moon.').first()).toBeVisible();
  await page.keyboard.press('j');
  await expect(drawer.getByRole('button', { name: /Next run/ })).toBeDisabled();
});
