import { expect, type Locator } from '@playwright/test';
import { signUpQuickly, test } from '../support/stories.ts';

/**
 * The element once it is visible. While an expectation isn't met, Playwright writes down the accessibility tree of the
 * whole page on each attempt, unless the element is visible. This page has 46,000 elements, so that blocks it for many
 * seconds, and for a minute on a slow machine.
 */
async function shown(element: Locator): Promise<Locator> {
  await element.waitFor();
  return element;
}

test('an operation can be found in the reference and tried with the current session @server', async ({
  page,
}, info) => {
  await signUpQuickly(page, info);
  await page.goto('/docs');
  await page.keyboard.press('/');
  await page.keyboard.type('post createTask');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#createTask$/);

  const create = page.locator('#createTask');
  await create.getByText('Try it').click();
  await expect(await shown(create.getByLabel('projectId'))).toHaveValue(/^project_/);
  await create.getByLabel('Body').fill('{"name": "From the reference"');
  await create.getByRole('button', { name: 'Send' }).click();
  await expect(await shown(create.getByRole('alert'))).toContainText("The body isn't valid JSON");
  await create.getByLabel('Body').fill('{"name": "From the reference"}');
  await create.getByRole('button', { name: 'Send' }).click();
  await expect(await shown(create.getByRole('status'))).toContainText('201 Created');
  await expect(await shown(create.locator('pre.body'))).toContainText(
    '"name": "From the reference"',
  );

  await page.goto('/');
  await expect(page.getByRole('link', { name: 'From the reference' })).toBeVisible();
});
