import { randomUUID } from 'node:crypto';
import type { RegistrationFlow } from '@ory/client';
import { test as base, expect, type Locator, type Page, type TestInfo } from '@playwright/test';

/** How many times slower than usual pages run: 4 makes most races visible that depend on a fast machine. */
const SLOWDOWN = Number(process.env.STORY_CPU ?? 1);

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

/** Playwright's `test`, whose pages run slowly if `STORY_CPU` says so, whichever way a story opens them. */
export const test =
  SLOWDOWN === 1
    ? base
    : base.extend<object, { slowPages: undefined }>({
        slowPages: [
          async ({ browser }, use) => {
            browser.on('context', (context) => {
              // Pages that are closed at once can't be slowed down.
              context.on('page', (page) => void slowDown(page).catch(() => undefined));
            });
            await use(undefined);
          },
          { scope: 'worker', auto: true },
        ],
      });

/** Whether the story runs on the mocks: without a server and with existing sample data. */
export const onMocks = (info: TestInfo): boolean => info.project.name === 'mock';

/** The Ory Kratos that people sign in at; undefined for our own identity service. */
const { KRATOS_URL, KRATOS_ADMIN_URL = '' } = process.env;
const identityUrl = KRATOS_URL?.replace(/\/+$/, '') ?? '/identity';

/** Whether people sign in at a real Ory Kratos. */
export const onKratos = KRATOS_URL !== undefined;

/** A person with an account. On the mocks, all accounts have the same password. */
export interface Person {
  email: string;
  password: string;
}

const newPerson = (domain = 'example.com'): Person => ({
  email: `${randomUUID()}@${domain}`,
  password: `Loom-${randomUUID()}`,
});

/** Creates an account in the UI and goes to the empty task list. */
export async function signUp(page: Page, info: TestInfo): Promise<Person> {
  const person = await register(page, info);
  await skipOnboarding(page);
  return person;
}

/** Creates an account in the UI, up to the welcome screen. */
export async function register(page: Page, info: TestInfo): Promise<Person> {
  await page.goto(
    onMocks(info)
      ? '/auth/registration?mock-persona=signed-out&mock-token-ms=1&mock-panel=false'
      : '/auth/registration',
  );
  const person = await fillRegistration(page);
  await page.getByRole('link', { name: 'Skip for now' }).click();
  return person;
}

/** Fills in the open registration form, up to the verification of the address. */
export async function fillRegistration(page: Page): Promise<Person> {
  const person = newPerson();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  const password = page.getByLabel('Password', { exact: true });
  // In two steps, the password comes second.
  if (!(await password.isVisible()))
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await password.fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  return person;
}

/** Leaves the welcome screen for the empty task list. */
export async function skipOnboarding(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Skip setup' }).click();
  await expect(page.getByText('No tasks yet')).toBeVisible();
}

/**
 * Signs in a new person and goes to the empty task list, for stories that aren't about signing up. On the server, this
 * skips the sign-up screens, which take longer than many stories.
 * @param name only on the server, as is the domain of the address
 */
export async function signUpQuickly(
  page: Page,
  info: TestInfo,
  name = 'Ada Lovelace',
  domain?: string,
): Promise<Person> {
  if (onMocks(info)) return signUp(page, info);
  const { email, password } = newPerson(domain);
  const json = { accept: 'application/json' };
  const begun = await page.request.get(`${identityUrl}/self-service/registration/browser`, {
    headers: json,
  });
  const { ui }: RegistrationFlow = await begun.json();
  const [csrf_token] = ui.nodes.flatMap(({ attributes: one }) =>
    one.node_type === 'input' && one.name === 'csrf_token' ? [one.value] : [],
  );
  const traits = { email, name };
  const data = { method: 'password', password, traits, csrf_token };
  const response = await page.request.post(ui.action, { headers: json, data });
  expect(response.status(), await response.text()).toBe(200);
  await page.goto('/onboarding');
  await skipOnboarding(page);
  return { email, password };
}

/** Signs in on the login page. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Waits until the console is loaded after signing in. */
export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible({ timeout: 20_000 });
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Ada Lovelace.*account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
}

/** Opens a page of the console as a signed-in person with an empty project. */
export async function openConsole(page: Page, info: TestInfo): Promise<void> {
  if (!onMocks(info)) {
    await signUpQuickly(page, info);
    return;
  }
  await page.goto(
    '/?mock-persona=owner&mock-scenario=normal&mock-token-ms=1&mock-panel=false&mock-reset',
  );
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible();
}

/** Chooses a model in a form. */
export async function chooseModel(form: Page | Locator, label: string, model: string) {
  const field = form.getByRole('combobox', { name: label, exact: true });
  const option = field.page().getByRole('option', { name: new RegExp(`^${model}`) });
  // The list of models may be loaded while the field is filled.
  await expect(async () => {
    await field.click();
    await field.fill(model);
    await option.click({ timeout: 3000 });
  }).toPass();
}

/** Creates a blank task on the list page and waits for its editor. */
export async function newTask(page: Page, name: string, model?: string): Promise<void> {
  await page.getByRole('button', { name: 'Create task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create task' });
  await dialog.getByRole('radio', { name: 'Blank' }).click();
  await dialog.getByLabel('Name').fill(name);
  if (model) await chooseModel(dialog, 'Model', model);
  await dialog.getByRole('button', { name: 'Create task' }).click();
  await expect(promptField(page, 'User prompt')).toBeVisible();
}

/** Creates an empty collection and opens it. */
export async function newCollection(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Collections', exact: true }).click();
  await page.getByRole('button', { name: 'Create collection' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create collection' }).click();
  await expect(page.getByText(/PDF, Word, Excel.+up to \d+ MB each/)).toBeVisible();
}

/** The text of a prompt editor. */
export function promptField(page: Page, label: string) {
  return page.getByRole('textbox', { name: label });
}

/** The editor's message that everything is saved. */
export const savedDraft = (page: Page) => page.getByRole('banner').getByText(/Draft · saved/);

/** A section of a settings page, by its heading. */
export function section(page: Page, title: string) {
  return page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
}

/** Types into a prompt editor, without completions getting in the way. */
export async function writePrompt(page: Page, label: string, text: string): Promise<void> {
  await promptField(page, label).click();
  await page.keyboard.insertText(text);
}

/** The latest code that the server emailed to a person. */
export async function mailedCode(page: Page, email: string): Promise<string> {
  return codeIn(onKratos ? await mailFromKratos(email) : await mailInOutbox(page, email));
}

/** The link in the latest email that the server sent to a person. */
export async function mailedLink(page: Page, email: string): Promise<string> {
  const [link] = /https?:\S+/.exec(await mailInOutbox(page, email)) ?? [];
  if (!link) throw new Error(`No link in the email to ${email}`);
  return link;
}

async function mailInOutbox(page: Page, email: string): Promise<string> {
  const outbox = await page.context().newPage();
  await outbox.goto('/outbox');
  await outbox.getByRole('listitem').filter({ hasText: email }).getByRole('link').first().click();
  await expect(outbox.getByRole('link', { name: 'All emails' })).toBeVisible();
  const text = await outbox.locator('body').innerText();
  await outbox.close();
  return text;
}

/** The latest email that Kratos sent to an address, once it has been sent. */
export async function mailFromKratos(email: string): Promise<string> {
  const url = `${KRATOS_ADMIN_URL}/admin/courier/messages?recipient=${encodeURIComponent(email)}`;
  const [latest] = (await (await fetch(url)).json()) as { body: string }[];
  return latest?.body ?? '';
}

function codeIn(text: string): string {
  const [code] = /\b\d{6}\b/.exec(text) ?? [];
  if (!code) throw new Error(`No code in the email: ${text}`);
  return code;
}
