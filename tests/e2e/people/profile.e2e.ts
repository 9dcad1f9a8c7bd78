import { expect, type Page } from '@playwright/test';
import {
  expectSignedIn,
  openConsole,
  section,
  signIn,
  signUpQuickly,
  skipOnboarding,
  test,
} from '../../support/stories.ts';

const bell = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /^Notifications/ });
const dialog = (page: Page) => page.getByRole('dialog');

test('someone who signs up finds an invitation in the inbox, and chooses what to be told @server', async ({
  page: ada,
  browser,
}, info) => {
  const email = `grace-${Date.now()}@example.com`;
  await openConsole(ada, info);

  await test.step('she is invited before she has an account', async () => {
    await ada.getByRole('link', { name: 'Settings', exact: true }).click();
    await ada.getByRole('link', { name: 'People', exact: true }).click();
    await ada.getByRole('button', { name: 'Invite people' }).click();
    const form = dialog(ada).getByRole('form', { name: 'Invite people' });
    await form.getByLabel('Email addresses').fill(email);
    await form.getByRole('button', { name: 'Send invitations' }).click();
    await expect(dialog(ada).getByText('1 person invited')).toBeVisible();
  });

  const grace = await (await browser.newContext()).newPage();
  await grace.goto('/auth/registration');
  await test.step('the bell tells her, and leads to the invitation', async () => {
    await grace.getByLabel('Email').fill(email);
    await grace.getByLabel('Name', { exact: true }).fill('Grace Hopper');
    const password = grace.getByLabel('Password', { exact: true });
    if (!(await password.isVisible()))
      await grace.getByRole('button', { name: 'Continue', exact: true }).click();
    await password.fill('Loom-7be2-weaver-9d');
    await grace.getByRole('button', { name: 'Create account' }).click();
    await grace.getByRole('link', { name: 'Skip for now' }).click();
    await skipOnboarding(grace);
    await expect(bell(grace)).toHaveAccessibleName('Notifications 1 unread');
    await bell(grace).click();
    await dialog(grace)
      .getByRole('link', { name: /Ada Lovelace invited you to/ })
      .click();
    await grace.getByRole('button', { name: 'Accept invitation' }).click();
    // Nobody has made a task there yet, so the organisation is offered its first ones.
    await expect(grace).toHaveURL(/\/projects\/[^/]+\/tasks|\/onboarding/);
    await expect(bell(grace)).toHaveAccessibleName('Notifications');
  });

  await test.step('she turns off emails about roles, which stays so', async () => {
    await bell(grace).click();
    await dialog(grace).getByRole('link', { name: 'Settings' }).click();
    const roles = grace.getByRole('checkbox', { name: 'Roles: by email' });
    await expect(roles).toBeChecked();
    const saved = grace.waitForResponse(
      (one) => one.url().endsWith('/notification-preference') && one.request().method() === 'PATCH',
    );
    // Not `uncheck`, which expects the change before React has drawn it.
    await roles.click();
    await saved;
    await grace.reload();
    await expect(roles).not.toBeChecked();
    await expect(grace.getByRole('checkbox', { name: 'Account: by email' })).toBeDisabled();
  });

  await test.step('she is told about her new role, marks it as unread, and deletes it', async () => {
    const role = ada.getByRole('combobox', { name: 'Role of Grace Hopper', exact: true });
    await dialog(ada).getByRole('button', { name: 'Done' }).click();
    await role.selectOption('editor');
    const changed = ada.waitForResponse((one) => one.request().method() === 'PATCH');
    await dialog(ada).getByRole('button', { name: 'Change role' }).click();
    await changed;
    await grace.goto('/notifications');
    const title = /You are now an editor of/;
    await expect(grace.getByRole('link', { name: title })).toBeVisible();
    await grace.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(grace.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
    await grace.getByRole('button', { name: /^Mark as unread: You are now/ }).click();
    await grace.getByRole('radio', { name: 'Unread' }).click();
    await expect(grace.getByRole('main').getByRole('listitem')).toHaveCount(1);
    await grace.getByRole('button', { name: /^Delete: You are now/ }).click();
    await expect(grace.getByText("You're all caught up")).toBeVisible();
  });
});

test('someone downloads their data, deletes their account, and changes their mind @server', async ({
  page,
}, info) => {
  const person = await signUpQuickly(page, info);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('link', { name: 'Your data', exact: true }).click();

  await test.step('everything about them is in an archive', async () => {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download data' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^taskloom-data-.+\.zip$/);
  });

  await test.step('the page says what goes with the account, and asks for the email', async () => {
    const part = section(page, 'Delete account');
    await expect(part).toContainText("Ada Lovelace's organisation is deleted");
    await part.getByRole('button', { name: 'Delete account' }).click();
    const confirm = dialog(page).getByRole('button', { name: 'Delete account' });
    await expect(confirm).toBeDisabled();
    await dialog(page).getByRole('textbox').fill(person.email);
    await confirm.click();
    await expect(page).toHaveURL(/\/auth\/login/);
  });

  await test.step('whoever signs in again can keep it', async () => {
    await signIn(page, person);
    await expectSignedIn(page);
    const banner = page.getByRole('region', { name: 'Account deletion' });
    await expect(banner).toContainText('Your account will be deleted on');
    await banner.getByRole('button', { name: 'Keep account' }).click();
    await expect(banner).toBeHidden();
    await page.reload();
    await expectSignedIn(page);
    await expect(banner).toBeHidden();
  });
});
