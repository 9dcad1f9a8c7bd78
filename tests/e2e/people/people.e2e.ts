import { type Browser, expect, type Page, type TestInfo } from '@playwright/test';
import { SHARED_PROJECT_ID } from '#mocks/seed/ids.ts';
import { addMember, addRecord } from '../../support/control.ts';
import { mailedCode, openConsole, signUpQuickly, test } from '../../support/stories.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const roleOf = (page: Page, name: string) =>
  page.getByRole('combobox', { name: `Role of ${name}`, exact: true });

test(
  'someone is invited, joins, gets another role, and loses access',
  { tag: '@server' },
  async ({ page: ada, browser }, info) => {
    const email = `grace-${Date.now()}@example.com`;
    await openConsole(ada, info);
    await ada.getByRole('link', { name: 'Settings', exact: true }).click();
    await ada.getByRole('link', { name: 'People', exact: true }).click();
    let link = '';

    await test.step('many addresses are pasted, and faults are marked before anything is sent', async () => {
      await ada.getByRole('button', { name: 'Invite people' }).click();
      const form = dialog(ada).getByRole('form', { name: 'Invite people' });
      const addresses = form.getByLabel('Email addresses');
      await addresses.fill(`Grace Hopper <${email}>; nobody@`);
      await form.getByRole('button', { name: 'Send invitations' }).click();
      await expect(form.getByText("nobody@ isn't an email address")).toBeVisible();
      await form.getByRole('button', { name: 'Remove nobody@' }).click();
      await form.getByLabel('Message').fill('Welcome to the team!');
      await form.getByRole('button', { name: 'Send invitations' }).click();
      await expect(dialog(ada).getByText('1 person invited')).toBeVisible();
      const answer = ada.waitForResponse((response) => response.url().endsWith('/link'));
      await dialog(ada).getByRole('button', { name: 'Done' }).click();
      await row(ada, email)
        .getByRole('button', { name: /actions/i })
        .click();
      await ada.getByRole('menuitem', { name: 'Copy link' }).click();
      link = (await (await answer).json()).link;
    });

    const { pathname, hash } = new URL(link);
    const grace = await (await browser.newContext()).newPage();
    await grace.goto(pathname + hash);

    await test.step('the link says who invites, and survives signing up', async () => {
      await expect(grace.getByText('Welcome to the team!')).toBeVisible();
      await expect(grace.getByText(email)).toBeVisible();
      expect(grace.url()).not.toContain('token');
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
      await expect(grace).toHaveURL(/\/projects\/[^/]+\/tasks|\/onboarding/);
    });

    await test.step('the other sees the new member, and makes her an editor after reading what that means', async () => {
      await expect(row(ada, 'Grace Hopper')).toContainText(email);
      await roleOf(ada, 'Grace Hopper').selectOption('editor');
      await expect(dialog(ada)).toContainText('They will be able to:');
      await expect(dialog(ada)).toContainText('Create projects');
      await dialog(ada).getByRole('button', { name: 'Change role' }).click();
      await expect(roleOf(ada, 'Grace Hopper')).toHaveValue('editor');
    });

    await test.step('who was promoted is told so, and can do more, without reloading', async () => {
      await expect(grace.getByText(/Your role in .+ is now editor/)).toBeVisible();
    });

    await test.step('who is removed sees nothing of the project any more', async () => {
      await row(ada, 'Grace Hopper')
        .getByRole('button', { name: /actions/i })
        .click();
      await ada.getByRole('menuitem', { name: 'Remove', exact: true }).click();
      await dialog(ada).getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(row(ada, 'Grace Hopper')).toBeHidden();
      const lost = grace.getByRole('alertdialog', { name: 'You no longer have access' });
      await expect(lost).toBeVisible();
      await lost.getByRole('button', { name: 'Continue' }).click();
      // Her own organisation is left.
      await expect(grace.getByText("Grace Hopper's organisation").first()).toBeVisible();
    });

    await test.step('the link is used up', async () => {
      await grace.goto(pathname + hash);
      await expect(grace.getByText('This invitation has already been accepted.')).toBeVisible();
    });
  },
);

test('an invitation for another account says so, and offers a way out @server', async ({
  page,
}, info) => {
  await openConsole(page, info);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await page.getByRole('button', { name: 'Invite people' }).click();
  const email = `else-${Date.now()}@example.com`;
  await dialog(page).getByLabel('Email addresses').fill(email);
  const answer = page.waitForResponse((response) => response.url().endsWith('/invitation'));
  await dialog(page).getByRole('button', { name: 'Send invitations' }).click();
  const { results } = await (await answer).json();
  const { pathname, hash } = new URL(results[0].link);
  await page.goto(pathname + hash);
  await expect(page.getByText('This invitation is for another account')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out and use the other account' }).click();
  await expect(page).toHaveURL(/\/auth\/login\?return_to=%2Finvitation/);
});

/** Somebody with a verified address of a domain, on a page of their own. */
async function openForOtto(browser: Browser, info: TestInfo, domain: string) {
  const otto = await (await browser.newContext()).newPage();
  const { email } = await signUpQuickly(otto, info, 'Otto Turing', domain);
  await otto.getByRole('link', { name: 'Verify email' }).click();
  await otto.getByRole('button', { name: 'Continue', exact: true }).click();
  await otto.getByRole('textbox').first().click();
  await otto.keyboard.type(await mailedCode(otto, email));
  await expect(otto.getByText("You're all set")).toBeVisible();
  await otto.goto('/');
  return otto;
}

const switcher = (page: Page) => page.getByRole('button', { name: /switch project/ });

test("people of a company's domain ask to join, and are approved @server", async ({
  page: ada,
  browser,
}, info) => {
  const domain = `loom-${Date.now()}.example`;
  await openConsole(ada, info);
  await ada.getByRole('link', { name: 'Settings', exact: true }).click();
  await ada.getByRole('link', { name: 'Email domains', exact: true }).click();
  const card = ada.getByRole('region', { name: domain });

  await test.step('the owner proves that the domain is theirs', async () => {
    await ada.getByRole('textbox', { name: 'Domain' }).fill(domain);
    await ada.getByRole('button', { name: 'Add domain' }).click();
    await expect(card.getByText('People join at once as members.')).toBeVisible();
    const [name = '', value = ''] = await card.getByRole('code').allInnerTexts();
    await addRecord({ name, value });
    await card.getByRole('button', { name: 'Verify' }).click();
    await expect(card.getByText('Verified', { exact: true })).toBeVisible();
  });

  await test.step('and wants people to ask', async () => {
    await card.getByRole('button', { name: 'Change' }).click();
    await dialog(ada).getByRole('combobox', { name: 'Joining' }).selectOption('request');
    await dialog(ada).getByLabel('Role', { exact: true }).selectOption('guest');
    await dialog(ada).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(ada).getByText('Choose the projects that guests may see')).toBeVisible();
    // The field with the fault is focused, and its list covers the button.
    await dialog(ada).getByLabel('Role', { exact: true }).focus();
    await dialog(ada).getByLabel('Role', { exact: true }).selectOption('member');
    await dialog(ada).getByRole('button', { name: 'Save' }).click();
    await expect(card.getByText('People ask to join as members.')).toBeVisible();
  });

  const otto = await openForOtto(browser, info, domain);
  const projects = otto.getByRole('dialog', { name: 'Projects and organisations' });
  const offers = projects.getByRole('list', { name: 'Organisations that you can join' });

  await test.step('somebody of the domain asks, withdraws, and asks again', async () => {
    await switcher(otto).click();
    await offers.getByRole('button', { name: /^Ask to join/ }).click();
    await expect(offers.getByText(/You asked to join/)).toBeVisible();
    await offers.getByRole('button', { name: /^Withdraw/ }).click();
    await offers.getByRole('button', { name: /^Ask to join/ }).click();
    await expect(offers.getByText(/You asked to join/)).toBeVisible();
  });

  await test.step('the owner is told, and lets them in as an editor', async () => {
    await ada.getByRole('link', { name: 'People', exact: true }).click();
    await expect(ada.getByText('1 person asks to join')).toBeVisible();
    await ada.getByLabel('Role for Otto Turing').selectOption('editor');
    await ada.getByRole('button', { name: 'Approve Otto Turing' }).click();
    await expect(ada.getByText('1 person asks to join')).toBeHidden();
    await expect(roleOf(ada, 'Otto Turing')).toHaveValue('editor');
  });

  await test.step('who was let in finds the organisation, and is told', async () => {
    await otto.goto('/notifications');
    const told = otto
      .getByRole('main')
      .getByRole('link', { name: /You were added to .+ as an editor/ });
    await expect(told).toBeVisible();
    await told.click();
    await expect(row(otto, 'Ada Lovelace').first()).toBeVisible();
  });
});

test('an editor of one project invites a guest to it @server', async ({
  page: ada,
  browser,
}, info) => {
  await openConsole(ada, info);
  const projectId = new URL(ada.url()).pathname.split('/')[2] ?? '';
  const emil = await (await browser.newContext()).newPage();
  const { email } = await signUpQuickly(emil, info, 'Emil Noether');
  await addMember({ email, project_id: projectId, role: 'editor' });

  await emil.goto(`/projects/${projectId}/settings/people`);
  const invited = `guest-${Date.now()}@example.com`;
  await emil.getByRole('button', { name: 'Invite guests' }).click();
  await dialog(emil).getByLabel('Email addresses').fill(invited);
  await expect(dialog(emil).getByRole('option', { name: 'Owner' })).toBeDisabled();
  await dialog(emil).getByRole('button', { name: 'Send invitations' }).click();
  await expect(dialog(emil).getByText('1 person invited')).toBeVisible();
  await dialog(emil).getByRole('button', { name: 'Done' }).click();
  await roleOf(emil, invited).selectOption('editor');
  await expect(roleOf(emil, invited)).toHaveValue('editor');

  await ada.goto(`/projects/${projectId}/settings/people`);
  await row(ada, invited)
    .getByRole('button', { name: /actions/i })
    .click();
  await ada.getByRole('menuitem', { name: 'Cancel invitation' }).click();
  await dialog(ada).getByRole('button', { name: 'Cancel invitation' }).click();
  await expect(row(ada, invited)).toBeHidden();
});

test("a guest of one project sees nothing of the organisation's money @mock", async ({
  page,
}, info) => {
  await openConsole(page, info);
  const balance = page.getByRole('link', { name: /^Balance/ });
  await expect(balance).toBeVisible();
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });

  await page.goto(`/projects/${SHARED_PROJECT_ID}/tasks`);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  const settings = page.getByRole('navigation', { name: 'Settings' });
  await expect(settings.getByRole('link', { name: 'Models' })).toBeHidden();
  await expect(balance).toBeHidden();
  await settings.getByRole('link', { name: 'Billing' }).click();
  const tabs = page.getByRole('navigation', { name: 'Billing' });
  await expect(tabs.getByRole('link')).toHaveText(['Usage', 'Limits']);
  await expect(page.getByText(/Cost by day|No usage in this period/).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Balance and forecast' })).toBeHidden();
  await tabs.getByRole('link', { name: 'Limits' }).click();
  await expect(page.getByText('No spend limits')).toBeVisible();
  await expect(page.getByText('Spend alerts')).toBeHidden();
  expect(refused).toEqual([]);
});
