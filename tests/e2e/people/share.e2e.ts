import { expect, type Page } from '@playwright/test';
import { newTask, openConsole, promptField, test } from '../../support/stories.ts';

const dialog = (page: Page) => page.getByRole('dialog');

async function openSharing(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  await expect(dialog(page).getByRole('heading', { name: `Share ${name}` })).toBeVisible();
}

test('a task is shared with a guest, who is given more, and then nothing any more @server', async ({
  page: ada,
  browser,
}, info) => {
  const email = `grace-${Date.now()}@example.com`;
  const name = `Reviews ${Date.now()}`;
  await openConsole(ada, info);
  await newTask(ada, name);
  await openSharing(ada, name);
  let path = '';

  await test.step('with an address, after a fault in it was shown', async () => {
    await dialog(ada).getByLabel('Share with').fill('grace@');
    await dialog(ada).getByRole('button', { name: 'Share', exact: true }).click();
    await expect(dialog(ada).getByText('Enter an email address')).toBeVisible();
    await dialog(ada).getByLabel('Share with').fill(email);
    const answer = ada.waitForResponse(
      (response) => response.url().endsWith('/access') && response.request().method() === 'POST',
    );
    await dialog(ada).getByRole('button', { name: 'Share', exact: true }).click();
    const { share } = await (await answer).json();
    const { pathname, hash } = new URL(share.invitation_link);
    path = pathname + hash;
    await expect(dialog(ada).getByText('Invited')).toBeVisible();
  });

  const grace = await (await browser.newContext()).newPage();
  await grace.goto(path);
  await test.step('the guest signs up and opens it', async () => {
    await expect(grace.getByRole('heading', { name: `Open ${name}` })).toBeVisible();
    await grace.getByRole('link', { name: 'Create account' }).click();
    await grace.getByLabel('Email').fill(email);
    await grace.getByLabel('Name', { exact: true }).fill('Grace Hopper');
    const password = grace.getByLabel('Password', { exact: true });
    if (!(await password.isVisible()))
      await grace.getByRole('button', { name: 'Continue', exact: true }).click();
    await password.fill('Loom-7be2-weaver-9d');
    await grace.getByRole('button', { name: 'Create account' }).click();
    await grace.getByRole('link', { name: 'Skip for now' }).click();
    await grace.getByRole('button', { name: 'Accept invitation' }).click();
    // The welcome screen may come first, for a new account.
    const skip = grace.getByRole('button', { name: 'Skip setup' });
    await expect(skip.or(promptField(grace, 'User prompt')).first()).toBeVisible();
    if (await skip.isVisible()) await skip.click();
  });

  await test.step('the guest finds it among what is shared, beside their own project', async () => {
    await grace
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Shared with me' })
      .click();
    await grace.getByRole('link', { name }).click();
    await expect(promptField(grace, 'User prompt')).toBeVisible();
    await expect(grace.getByText("Grace Hopper's organisation").first()).toBeVisible();
  });

  await test.step('who may only view can change and run nothing', async () => {
    await expect(promptField(grace, 'User prompt')).toHaveAttribute('aria-readonly', 'true');
    await grace.getByRole('button', { name: 'More actions' }).click();
    await expect(grace.getByRole('menuitem', { name: 'Share…' })).toBeDisabled();
    await grace.keyboard.press('Escape');
  });

  await test.step('a higher level applies without reloading', async () => {
    await dialog(ada)
      .getByRole('combobox', { name: /Access of/ })
      .selectOption('Can edit');
    await expect(grace.getByText('You can now view, run and edit this task.')).toBeVisible();
    await expect(promptField(grace, 'User prompt')).not.toHaveAttribute('aria-readonly', 'true');
  });

  await test.step('and so does losing access', async () => {
    await dialog(ada)
      .getByRole('button', { name: /^Remove / })
      .click();
    const lost = grace.getByRole('alertdialog', { name: 'You no longer have access' });
    await expect(lost).toBeVisible();
    await lost.getByRole('link', { name: 'Shared with me' }).click();
    await expect(grace.getByText('Nothing is shared with you')).toBeVisible();
  });
});
