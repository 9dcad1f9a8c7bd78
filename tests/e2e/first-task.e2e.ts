import { expect } from '@playwright/test';
import { newTask, onMocks, savedDraft, signUp, test, writePrompt } from '../support/stories.ts';

/** The complete path: sign up, write a task, watch it stream, save an active revision, call it with an API key. */
test('a new user signs up, writes a task and calls it with an API key', async ({ page }, info) => {
  await signUp(page, info);
  await newTask(page, 'Review sentiment', onMocks(info) ? undefined : 'fake-echo');
  await writePrompt(page, 'System prompt', 'You analyse product reviews.');
  await writePrompt(page, 'User prompt', 'Review: {review}');
  await expect(savedDraft(page)).toBeVisible();

  await page.getByRole('button', { name: 'Add variable review' }).click();
  await expect(page.getByLabel('Name of variable 1')).toHaveValue('review');

  await page.getByRole('textbox', { name: 'review' }).fill('The lamp arrived broken.');
  await page.getByRole('button', { name: /^Run/ }).first().click();
  const result = page.getByRole('region', { name: 'Run' });
  await expect(result.getByText('Succeeded', { exact: true })).toBeVisible({ timeout: 30_000 });
  if (!onMocks(info)) await expect(result).toContainText('The lamp arrived broken.');

  await page.getByRole('button', { name: 'Save revision' }).click();
  await page.getByLabel('Revision 1').fill('First try');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('banner').getByText('r1 active')).toBeVisible();

  await page.getByRole('tab', { name: 'Revisions' }).click();
  await expect(page.getByRole('list', { name: 'Revisions' })).toContainText('First try');
  await expect(page.getByRole('list', { name: 'Revisions' })).toContainText('Active');

  await page.getByRole('tab', { name: 'API' }).click();
  await expect(page.getByRole('region', { name: 'cURL call' })).toContainText(
    'The lamp arrived broken.',
  );
  const call = await page.getByRole('region', { name: 'cURL call' }).innerText();
  const endpoint = /https?:\/\/\S+\/run/.exec(call)?.[0] ?? '';
  expect(endpoint).toContain('/task/task_');

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByRole('button', { name: 'Create API key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Backend');
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  await expect(dialog.getByRole('region', { name: 'API key' })).toContainText('tlk_');
  const key = /tlk_[\w-]+/.exec(await dialog.innerText())?.[0] ?? '';
  expect(key.length).toBeGreaterThan(30);

  // Called from outside the page. On the mocks, only the service worker knows the task, so the page makes the call.
  const { status, body } = await page.evaluate(
    async ({ url, bearer }) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify({ inputs: { review: 'Lovely.' } }),
        credentials: 'omit',
      });
      return { status: response.status, body: await response.json() };
    },
    { url: endpoint, bearer: key },
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'succeeded', source: 'api', revision: 1 });
});
