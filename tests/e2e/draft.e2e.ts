import { expect } from '@playwright/test';
import {
  newTask,
  openConsole,
  promptField,
  savedDraft,
  test,
  writePrompt,
} from '../support/stories.ts';

test('offline edits are kept on the device and saved once the connection is back', async ({
  page,
  context,
}, info) => {
  await openConsole(page, info);
  await newTask(page, 'Offline');
  await writePrompt(page, 'User prompt', 'Before. ');
  await expect(savedDraft(page)).toBeVisible();

  await context.setOffline(true);
  const modal = page.getByRole('dialog', { name: 'Unstable Connection' });
  await expect(modal).toContainText(
    'You are currently offline. Please check your internet connection.',
  );
  await expect(modal.getByRole('button')).toHaveCount(0);

  await context.setOffline(false);
  await expect(modal).toBeHidden();
  await writePrompt(page, 'User prompt', 'After.');
  await expect(savedDraft(page)).toBeVisible();
  await page.reload();
  await expect(promptField(page, 'User prompt')).toContainText('After.');
});

test("two tabs that edit the same draft don't silently overwrite each other @server", async ({
  page,
  context,
  browser,
}, info) => {
  await openConsole(page, info);
  await newTask(page, 'Shared');
  await writePrompt(page, 'User prompt', 'Common. ');
  await expect(savedDraft(page)).toBeVisible();

  // The same person in another browser: only the server connects the two.
  const other = await browser.newContext({ storageState: await context.storageState() });
  const second = await other.newPage();
  await second.goto(page.url());
  await expect(promptField(second, 'User prompt')).toContainText('Common.');
  await writePrompt(second, 'System prompt', 'From the second.');
  await expect(savedDraft(second)).toBeVisible();

  await writePrompt(page, 'System prompt', 'From the first.');
  const conflict = page.getByRole('dialog');
  await expect(conflict).toContainText('From the second.');
  await expect(conflict).toContainText('From the first.');
  await other.close();
});
