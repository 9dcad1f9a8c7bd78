import { expect, type TestInfo } from '@playwright/test';
import {
  addAuthenticator,
  callAdmin,
  identityOf,
  needSettings,
  signOutAndIn,
  tokenUser,
  typeCode,
} from '../../support/kratos/stories.ts';
import {
  expectSignedIn,
  mailedCode,
  onKratos,
  register,
  section,
  signIn,
  signOut,
  signUpQuickly,
  skipOnboarding,
  test,
} from '../../support/stories.ts';

/** What only runs against a real Ory Kratos: `KRATOS_URL` and `KRATOS_ADMIN_URL` must be set. @server */
const { PROVIDER_URL = '' } = process.env;
test.skip(!onKratos, 'Needs a real Ory Kratos');
test.beforeEach(({ request }, info) => needSettings(request, info));

test('@server signing up, verifying the address and signing in', async ({ page }, info) => {
  const person = await register(page, info);
  await skipOnboarding(page);
  await page.getByRole('link', { name: 'Verify email' }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByText(`We sent a code to ${person.email}.`)).toBeVisible();
  await typeCode(page, await mailedCode(page, person.email));
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByRole('region', { name: 'Email verification' })).toBeHidden();
  await signOutAndIn(page, person);
  await expectSignedIn(page);
});

test('@server a mailed code signs in', async ({ page }, info) => {
  const person = await signUpQuickly(page, info);
  await signOut(page);
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(page.getByText(`If an account exists for ${person.email}`)).toBeVisible();
  await typeCode(page, await mailedCode(page, person.email));
  await expectSignedIn(page);
});

test('@server a passkey signs in', async ({ page }, info) => {
  await addAuthenticator(page, true);
  await signUpQuickly(page, info);
  await page.goto('/settings/security');
  const passkeys = section(page, 'Passkeys');
  await passkeys.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  await expect(passkeys.getByText('Unnamed passkey')).toBeVisible();
  await page.goto('/');
  await signOut(page);
  // The virtual device answers the autofill request at once, or else the button does.
  const button = page.getByRole('button', { name: 'Use a passkey' });
  await button.click({ timeout: 5000 }).catch(() => undefined);
  await expectSignedIn(page);
});

test('@server a security key is a second factor', async ({ page }, info) => {
  await addAuthenticator(page, false);
  const person = await signUpQuickly(page, info);
  await page.goto('/settings/security');
  const keys = section(page, 'Security keys');
  await keys.getByRole('button', { name: 'Add security key' }).click();
  await keys.getByLabel('Security key name').fill('My key');
  await keys.getByRole('button', { name: 'Add security key' }).click();
  await expect(keys.getByText('My key')).toBeVisible();
  await signOutAndIn(page, person);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await page.getByRole('button', { name: 'Use a security key' }).click();
  await expectSignedIn(page);
});

test('@server backup codes are a second factor, and can be shown again', async ({ page }, info) => {
  const person = await signUpQuickly(page, info);
  await page.goto('/settings/security');
  const codes = section(page, 'Backup codes');
  await codes.getByRole('button', { name: 'Set up' }).click();
  const code = await codes.getByRole('listitem').first().innerText();
  await codes.getByRole('button', { name: "I've saved them" }).click();
  await codes.getByRole('button', { name: 'Show' }).click();
  await expect(codes.getByText(code)).toBeVisible();
  await signOutAndIn(page, person);
  await page.getByLabel('Backup code').fill(code);
  await page.keyboard.press('Enter');
  await expectSignedIn(page);
});

test('@server name, email and password are changed', async ({ page }, info) => {
  const person = await signUpQuickly(page, info);
  await page.goto('/settings/security');
  const account = section(page, 'Name and email');
  const email = `new-${person.email}`;
  await account.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace King');
  await account.getByRole('textbox', { name: 'Email' }).fill(email);
  await account.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Name and email saved')).toBeVisible();
  await expect(page.getByRole('button', { name: /Ada Lovelace King.*account/ })).toBeVisible();
  const password = `${person.password}-new`;
  const form = section(page, 'Password');
  await form.getByLabel('New password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();
  await signOutAndIn(page, { email, password });
  await expectSignedIn(page);
});

test('@server an account of a provider is connected, signs in, and is disconnected', async ({
  page,
}, info) => {
  test.skip(PROVIDER_URL === '', 'Needs PROVIDER_URL, a provider that signs in whom it is told');
  const person = await signUpQuickly(page, info);
  const claims = { sub: person.email, email: person.email, name: 'Ada Lovelace' };
  await fetch(`${PROVIDER_URL}/person`, { method: 'POST', body: JSON.stringify(claims) });
  await signOut(page);
  // Signing in there first asks for the account that has the address.
  await page.getByRole('button', { name: /Continue with/ }).click();
  await expect(page.getByRole('heading', { name: 'Connect your account' })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectSignedIn(page);
  await page.goto('/settings/security');
  const accounts = section(page, 'Connected accounts');
  await expect(accounts.getByText('Connected', { exact: true })).toBeVisible();
  await accounts.getByRole('button', { name: /^Disconnect/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Disconnect/ })
    .click();
  await expect(accounts.getByText('Not connected')).toBeVisible();
  await accounts.getByRole('button', { name: /^Connect/ }).click();
  await expect(accounts.getByText('Connected', { exact: true })).toBeVisible();
  await page.goto('/');
  await signOut(page);
  await page.getByRole('button', { name: /Continue with/ }).click();
  await expectSignedIn(page);
});

test('@server a device that is signed out elsewhere says so, and its token ends', async ({
  page,
  browser,
}, info) => {
  const person = await signUpQuickly(page, info);
  const other = await (await browser.newContext({ baseURL: baseUrlOf(info) })).newPage();
  await other.goto('/');
  await signIn(other, person);
  await expectSignedIn(other);
  const useToken = await tokenUser(other);
  await page.goto('/settings/security');
  const devices = section(page, 'Devices');
  await devices.getByRole('button', { name: 'Sign out other devices' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out other devices' }).click();
  await expect(page.getByText('Other devices signed out')).toBeVisible();
  expect(await useToken()).toBe(401);
  await other.reload();
  await expect(
    other.getByText(/Your session was ended, for example on another device/),
  ).toBeVisible();
  await other.context().close();
});

test('@server a tab follows when someone else signs in in another', async ({
  page,
  browser,
}, info) => {
  const first = await signUpQuickly(page, info);
  const second = await page.context().newPage();
  await second.goto('/');
  await expectSignedIn(second);
  await signOut(second);
  await expect(page).toHaveURL(/\/auth\/login/);
  await signIn(page, first);
  await expectSignedIn(page);
  // Someone else's session replaces the first one, and the second tab notices.
  const guest = await (await browser.newContext({ baseURL: baseUrlOf(info) })).newPage();
  await signUpQuickly(guest, info, 'Grace Hopper');
  await page.context().addCookies(await guest.context().cookies());
  await guest.context().close();
  await second.goto('/');
  for (const tab of [second, page])
    await expect(tab.getByRole('button', { name: /Grace Hopper.*account/ })).toBeVisible();
});

test('@server a disabled account is told so', async ({ page }, info) => {
  const person = await signUpQuickly(page, info);
  const id = await identityOf(person.email);
  const change = [{ op: 'replace', path: '/state', value: 'inactive' }];
  await callAdmin('PATCH', `/identities/${id}`, change);
  await signOut(page);
  await signIn(page, person);
  await expect(page.getByText('This account is disabled. Ask your administrator.')).toBeVisible();
});

test('@server the wrong one of localhost and 127.0.0.1 is told', async ({ page }, info) => {
  await page.goto(`${baseUrlOf(info).replace('localhost', '127.0.0.1')}/auth/login`);
  await expect(page.getByText(/Open http:\/\/localhost:\d+\/auth\/login instead/)).toBeVisible();
});

function baseUrlOf(info: TestInfo): string {
  return info.project.use.baseURL ?? '';
}
