import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import {
  addAuthenticator,
  importPerson,
  mailedLink,
  needSettings,
  signOutAndIn,
  typeCode,
} from '../../support/kratos/stories.ts';
import {
  expectSignedIn,
  mailedCode,
  onKratos,
  section,
  signOut,
  signUpQuickly,
  skipOnboarding,
  test,
} from '../../support/stories.ts';

/**
 * Stories that need other settings of a real Ory Kratos than those at `/docs/identity`, which their tags name: sign-in
 * with the email first, a mailed second factor and `require_verified_address` (`@identifier-first`); links in recovery
 * and verification, and security keys in place of passwords (`@links`); and the feature flag `choose_recovery_address`
 * with a second address in the trait `backup` (`@choose-address`). @server
 */
test.skip(!onKratos, 'Needs a real Ory Kratos');
test.beforeEach(({ request }, info) => needSettings(request, info));

test('@server the email comes first, then an unverified one is verified, and a mailed code is the second factor', {
  tag: '@identifier-first',
}, async ({ page }) => {
  const person = await importPerson();
  const { email } = person;
  const identify = async () => {
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.getByText(`Welcome back, ${email}`)).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await page.goto('/auth/login');
  await identify();
  await expect(page.getByText(`We sent a code to ${email}.`)).toBeVisible();
  await typeCode(page, await mailedCode(page, email));
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  await identify();
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expect(page.getByText(`We sent a code to ${email}.`)).toBeVisible();
  await typeCode(page, await mailedCode(page, email));
  await expectSignedIn(page);
});

test('@server an account with a security key and no password signs up and in', {
  tag: '@links',
}, async ({ page }) => {
  await addAuthenticator(page, false);
  const email = `${randomUUID()}@example.com`;
  await page.goto('/auth/registration');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Use a security key instead' }).click();
  await page.getByLabel('Security key name').fill('My key');
  await page.getByRole('button', { name: 'Use a security key', exact: true }).click();
  await page.getByRole('link', { name: 'Skip for now' }).click();
  await skipOnboarding(page);
  await signOut(page);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Use a security key' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectSignedIn(page);
});

test(
  '@server links recover an account and verify its address',
  { tag: '@links' },
  async ({ page }, info) => {
    const person = await signUpQuickly(page, info);
    await page.getByRole('link', { name: 'Verify email' }).click();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.getByText(`We sent a link to ${person.email}.`)).toBeVisible();
    await page.goto(await mailedLink(person.email));
    await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect(page.getByRole('region', { name: 'Email verification' })).toBeHidden();
    await signOut(page);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await expect(
      page.getByText('If an account exists for this email, we sent it a link.'),
    ).toBeVisible();
    const link = await mailedLink(person.email);
    await page.goto(link);
    const form = section(page, 'Set a new password');
    const password = `${person.password}-new`;
    await form.getByLabel('New password', { exact: true }).fill(password);
    await form.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByText('All set')).toBeVisible();
    await signOutAndIn(page, { ...person, password });
    await expectSignedIn(page);
    await signOut(page);
    await page.goto(link);
    await expect(page.getByText('This link has expired or was already used.')).toBeVisible();
  },
);

test('@server a person with two addresses chooses where the recovery code goes', {
  tag: '@choose-address',
}, async ({ page }) => {
  const backup = `${randomUUID()}@example.org`;
  const { email } = await importPerson({ backup });
  await page.goto('/auth/recovery');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Where should we send the code?')).toBeVisible();
  await page.getByRole('button', { name: /example\.org/ }).click();
  await page.getByLabel('Email').fill(backup);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: /example\.org/ }).click();
  await page.getByLabel('Email').fill(backup);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(
    page.getByText(/If an account uses .+@example\.org, we sent it a code/),
  ).toBeVisible();
  await typeCode(page, '000000');
  await expect(page.getByText(/That code isn't right/)).toBeVisible();
  await typeCode(page, await mailedCode(page, backup));
  const form = section(page, 'Set a new password');
  const password = `Loom-${randomUUID()}`;
  await form.getByLabel('New password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('All set')).toBeVisible();
});
