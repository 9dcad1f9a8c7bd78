import { expect, type Page } from '@playwright/test';
import { openConsole, test } from '../../support/stories.ts';

/** The server fails the calls of a method to paths with this ending. */
async function failing(page: Page, method: string, path: RegExp, action: () => Promise<void>) {
  const problem = {
    type: '/docs/errors#internal_error',
    title: 'Internal error',
    status: 500,
    code: 'internal_error',
  };
  await page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, contentType: 'application/problem+json', json: problem })
      : route.fallback(),
  );
  await action();
  await page.unroute(path);
}

/** The specified message appears; what was typed stays. */
async function says(page: Page, message: string) {
  await expect(page.getByText(message, { exact: true }).first()).toBeVisible();
}

const settings = (page: Page, group: string, name: string) =>
  page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('list', { name: group, exact: true })
    .getByRole('link', { name, exact: true })
    .click();

test('what the server fails to save says so in the specified words, and stays in the form @server', async ({
  page,
}, info) => {
  await openConsole(page, info);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();

  await settings(page, 'Organisation', 'General');
  const org = page.getByRole('form', { name: 'Organisation name' });
  await org.getByLabel('Name').fill('Renamed');
  await failing(page, 'PATCH', /\/org\/[^/]+$/, async () => {
    await org.getByRole('button', { name: 'Save' }).click();
    await says(page, 'Unable to update Org settings.');
  });
  await expect(org.getByLabel('Name')).toHaveValue('Renamed');
  await org.getByRole('button', { name: 'Save' }).click();
  await expect(org.getByRole('button', { name: 'Save' })).toBeDisabled();

  await settings(page, 'Project', 'General');
  const project = page.getByRole('form', { name: 'Project name' });
  await project.getByLabel('Name').fill('Another');
  await failing(page, 'PATCH', /\/project\/[^/]+$/, async () => {
    await project.getByRole('button', { name: 'Save' }).click();
    await says(page, 'Unable to update project settings.');
  });
  await expect(project.getByLabel('Name')).toHaveValue('Another');
  await project.getByRole('button', { name: 'Save' }).click();
  await expect(project.getByRole('button', { name: 'Save' })).toBeDisabled();

  await settings(page, 'You', 'Profile');
  const bio = page.getByLabel('Bio');
  await bio.fill('Weaver');
  await failing(page, 'PATCH', /\/user$/, async () => {
    await page.getByRole('button', { name: 'Save profile' }).click();
    await says(page, 'There was a problem updating your profile. Please try again later.');
  });
  await expect(bio).toHaveValue('Weaver');
  await page.getByRole('button', { name: 'Save profile' }).click();

  await settings(page, 'Organisation', 'People');
  await page.getByRole('button', { name: 'Invite people' }).click();
  const dialog = page.getByRole('dialog');
  const email = `grace-${Date.now()}@example.com`;
  await dialog.getByLabel('Email addresses').fill(email);
  await failing(page, 'POST', /\/invitation$/, async () => {
    await dialog.getByRole('button', { name: 'Send invitations' }).click();
    await expect(page.getByText(/^Unable to invite/).first()).toBeVisible();
  });
  await expect(dialog.getByLabel('Email addresses')).toHaveValue(email);
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const actions = page
    .getByRole('row')
    .filter({ hasText: email })
    .getByRole('button', { name: /actions/i });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Cancel invitation' }).click();
  await failing(page, 'DELETE', /\/invitation\/[^/]+$/, async () => {
    await dialog.getByRole('button', { name: 'Cancel invitation' }).click();
    await says(page, "Can't cancel this invite.");
  });
});
