import { expect } from '@playwright/test';
import { signUpQuickly, test } from '../support/stories.ts';

test('an operation can be found in the reference and tried with the current session @server', async ({
  page,
}, info) => {
  await signUpQuickly(page, info);
  await page.goto('/docs');
  await page.keyboard.press('/');
  await page.keyboard.type('post createTask');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#createTask$/);

  const create = page.locator('#createTask');
  await create.getByText('Try it').click();
  await expect(create.getByLabel('projectId')).toHaveValue(/^project_/);
  await create.getByLabel('Body').fill('{"name": "From the reference"');
  await create.getByRole('button', { name: 'Send' }).click();
  await expect(create.getByRole('alert')).toContainText("The body isn't valid JSON");
  await create.getByLabel('Body').fill('{"name": "From the reference"}');
  await create.getByRole('button', { name: 'Send' }).click();
  await expect(create.getByRole('status')).toContainText('201 Created');
  await expect(create.locator('pre.body')).toContainText('"name": "From the reference"');

  await page.goto('/');
  await expect(page.getByRole('link', { name: 'From the reference' })).toBeVisible();
});
