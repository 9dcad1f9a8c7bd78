import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { newTask, signUpQuickly, test } from '../support/stories.ts';

async function ask(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Question' });
  await field.fill(text);
  await field.press('Enter');
}

test('the assistant answers from the documentation, opens a screen and prepares a task @server', async ({
  page,
}, info) => {
  await signUpQuickly(page, info);
  await newTask(page, 'Greeting');
  await page.getByRole('button', { name: 'Assistant' }).click();
  const assistant = page.getByRole('dialog', { name: 'Assistant' });
  await ask(page, 'How do I create and revoke API keys?');
  const source = assistant.getByRole('list', { name: 'Documentation' }).getByRole('link').first();
  await expect(source).toHaveAttribute('href', /^\/docs/, { timeout: 30_000 });
  await expect(assistant.getByRole('log')).not.toContainText('>>>');
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze();
  expect(violations).toEqual([]);

  const open = assistant.getByRole('button', { name: 'Open API keys' });
  await open.click();
  await expect(page).toHaveURL(/\/settings\/api-keys$/);
  await expect(assistant).toBeHidden();

  // The conversation is still there after a reload. A click prepares a task, and creates none.
  await page.reload();
  await page.getByRole('button', { name: /^Search/ }).click();
  await page.getByRole('textbox', { name: 'Search and commands' }).fill('ask the assistant');
  await page.getByText('Ask the assistant', { exact: true }).click();
  await expect(open).toBeVisible();
  await ask(page, 'Create a task that summarises reviews');
  await assistant.getByRole('button', { name: 'Create this task' }).click();
  const field = page.getByRole('textbox', { name: 'What should the task do?' });
  await expect(field).toHaveValue('Create a task that summarises reviews');
});
