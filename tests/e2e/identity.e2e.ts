import { type Browser, expect, type Page, type TestInfo } from '@playwright/test';
import { TOTP } from 'otpauth';
import {
  expectSignedIn,
  mailedCode,
  mailedLink,
  onMocks,
  section,
  signIn,
  signOut,
  signUpQuickly,
  test,
} from '../support/stories.ts';

test('a wrong password shows an error, and the right one signs in', async ({ page }, info) => {
  const person = await signUpQuickly(page, info);
  await signOut(page);
  await signIn(page, { ...person, password: 'not the password' });
  await expect(
    page.getByText("That email and password don't match. Check both and try again."),
  ).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await signIn(page, person);
  await expectSignedIn(page);
});

test('a forgotten password is reset with an emailed code @server', async ({ page }, info) => {
  const person = await signUpQuickly(page, info);
  await signOut(page);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Recovery code')).toBeVisible();
  const code = await mailedCode(page, person.email);
  await page.getByRole('textbox').first().click();
  await page.keyboard.type(code);
  const form = section(page, 'Set a new password');
  await expect(form).toBeVisible();
  const password = `${person.password}-new`;
  await form.getByLabel('New password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('All set')).toBeVisible();
  await page.goto('/');
  await signOut(page);
  await signIn(page, { ...person, password });
  await expectSignedIn(page);
});

test('an authenticator app is required once it is set up @server', async ({ page }, info) => {
  const person = await signUpQuickly(page, info);
  await page.goto('/settings/security');
  const app = section(page, 'Authenticator app');
  await app.getByRole('button', { name: 'Set up' }).click();
  await expect(app.getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = /\b[A-Z2-7]{16,}\b/.exec((await app.innerText()).replaceAll(' ', ''))?.[0] ?? '';
  const totp = new TOTP({ secret });
  await app.getByRole('textbox').first().click();
  await page.keyboard.type(totp.generate());
  await expect(app.getByText('On', { exact: true })).toBeVisible();
  await page.goto('/');
  await signOut(page);
  await signIn(page, person);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  // Each code works once, so sign in with the next one, which is valid half a minute from now.
  await page.getByRole('textbox').first().click();
  await page.keyboard.type(totp.generate({ timestamp: Date.now() + 30_000 }));
  await expectSignedIn(page);
});

test('focus goes on from saved backup codes @server', async ({ page }, info) => {
  await signUpQuickly(page, info);
  await page.goto('/settings/security');
  const codes = section(page, 'Backup codes');
  await codes.getByRole('button', { name: 'Set up' }).press('Enter');
  await expect(codes.getByRole('region', { name: 'Your backup codes' })).toBeFocused();
  await codes.getByRole('button', { name: "I've saved them" }).press('Enter');
  await expect(page.getByText('Backup codes turned on')).toBeVisible();
  // They can be shown again, and only then replaced.
  await expect(codes.getByRole('button', { name: 'Show' })).toBeFocused();
});

test('the reminder to verify an email fits a phone, and covers nothing of the page @server', async ({
  page,
}, info) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signUpQuickly(page, info);
  const banner = page.getByRole('region', { name: 'Email verification' });
  await expect(banner).toBeVisible();
  const overflow = (element: Element) => element.scrollWidth - element.clientWidth;
  expect(await page.locator('html').evaluate(overflow)).toBe(0);
  expect(await banner.evaluate(overflow)).toBe(0);
  const reminder = await banner.boundingBox();
  expect(reminder).toMatchObject({ x: 0, width: 390 });
  // The page begins below it, and both of its controls can be reached.
  const header = await page.getByRole('banner').boundingBox();
  expect(header?.y).toBeGreaterThanOrEqual((reminder?.y ?? 0) + (reminder?.height ?? 844));
  await expect(banner.getByRole('link', { name: 'Verify email' })).toBeInViewport({ ratio: 1 });
  await banner.getByRole('button', { name: 'Remind me later' }).click();
  await expect(banner).toBeHidden();
});

test('someone whose address was used by another is asked whether they signed up', async ({
  page,
  browser,
}, info) => {
  const email = onMocks(info) ? 'taken@example.com' : await signedUpElsewhere(browser, info);
  await page.goto(`/auth/verification${onMocks(info) ? '?mock-persona=signed-out' : ''}`);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Verification code')).toBeVisible();
  const code = onMocks(info) ? await codeInMocks(page) : await mailedCode(page, email);
  await page.getByRole('textbox').first().click();
  await page.keyboard.type(code);
  await expect(page.getByRole('heading', { name: 'Did you sign up?' })).toBeVisible();
  await expect(page.getByText(new RegExp(`signed up with ${email} on \\d+ \\w+ 20`))).toBeFocused();
  // Enter after the code answers nothing.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Yes, I signed up' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('heading', { name: "That account's access has ended" }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
});

test('the link in the email proves the address of whoever says that they signed up @server', async ({
  page,
  browser,
}, info) => {
  const email = await signedUpElsewhere(browser, info);
  await page.goto(await mailedLink(page, email));
  await expect(page.getByRole('heading', { name: 'Did you sign up?' })).toBeVisible();
  await page.getByRole('button', { name: 'Yes, I signed up' }).click();
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
});

/** The latest code in the outbox of the mocks. */
async function codeInMocks(page: Page): Promise<string> {
  const mails = await page.evaluate(async () => {
    const response = await fetch('/outbox', { headers: { accept: 'application/json' } });
    return (await response.json()) as { code: string }[];
  });
  return mails.at(-1)?.code ?? '';
}

/** Signs a person up in another browser. Returns their address. */
async function signedUpElsewhere(browser: Browser, info: TestInfo): Promise<string> {
  const elsewhere = await browser.newContext();
  const { email } = await signUpQuickly(await elsewhere.newPage(), info);
  await elsewhere.close();
  return email;
}
