import { expect, type Page } from '@playwright/test';
import { newTask, openConsole, test } from '../../support/stories.ts';

/** Opens the settings page of the active project or its organisation. */
async function openSettings(page: Page, group: string, name: string): Promise<void> {
  const nav = page.getByRole('navigation', { name: 'Settings' });
  if (!(await nav.isVisible())) await page.getByRole('link', { name: 'Settings' }).first().click();
  await nav.getByRole('region', { name: group }).or(nav).first().waitFor();
  await nav.getByRole('link', { name, exact: true }).last().click();
}

test('a deleted project is undone, restored and erased @server', async ({ page }, info) => {
  await openConsole(page, info);
  // Somebody without a task is sent to the onboarding when the page is loaded.
  await newTask(page, 'Kept');
  await page.getByRole('button', { name: /switch project/ }).click();
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByLabel('Name').fill('Short-lived');
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('button', { name: /Short-lived/ })).toBeVisible();
  const project = new URL(page.url()).pathname.split('/')[2];

  const remove = async () => {
    await page.goto(`/projects/${project}/settings/general`);
    await page.getByRole('button', { name: 'Delete project' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Short-lived');
    await dialog.getByRole('button', { name: 'Delete project' }).click();
    await expect(page.getByText('Short-lived deleted')).toBeVisible();
  };
  await test.step('undo brings it back at once', async () => {
    await remove();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page).toHaveURL(new RegExp(`/projects/${project}/tasks`));
    await expect(page.getByRole('button', { name: /Short-lived/ })).toBeVisible();
  });
  await test.step('later, the settings do', async () => {
    await remove();
    await openSettings(page, 'Organisation', 'Deleted projects');
    await page.getByRole('button', { name: 'Restore Short-lived' }).click();
    await expect(page.getByText('Short-lived restored')).toBeVisible();
    await expect(page.getByText('No deleted projects')).toBeVisible();
  });
  await test.step('what is erased is gone', async () => {
    await remove();
    await openSettings(page, 'Organisation', 'Deleted projects');
    await page.getByRole('button', { name: 'Erase Short-lived' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Short-lived');
    await dialog.getByRole('button', { name: 'Erase project' }).click();
    await expect(page.getByText('Short-lived erased')).toBeVisible();
    await expect(page.getByText('No deleted projects')).toBeVisible();
  });
});
