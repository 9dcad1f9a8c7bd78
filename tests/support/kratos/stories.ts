import { randomUUID } from 'node:crypto';
import type { UiNode } from '@ory/client';
import { type APIRequestContext, expect, type Page, type TestInfo, test } from '@playwright/test';
import { mailFromKratos, type Person, signIn, signOut } from '../stories.ts';

/** What stories against a real Ory Kratos share. */
const { KRATOS_URL, KRATOS_ADMIN_URL = '' } = process.env;

/** Skips a story unless Kratos has the settings that its tags name, and no others. */
export async function needSettings(request: APIRequestContext, info: TestInfo): Promise<void> {
  const needed = info.tags.filter((tag) => tag !== '@server');
  const found = await settingsOf(request);
  test.skip(needed.join() !== found.join(), `Needs ${needed.join() || 'the usual settings'}`);
}

/**
 * What the forms show of settings that differ from the usual ones, as tags: `@identifier-first`, `@links`, and
 * `@choose-address` for the feature flag `choose_recovery_address`.
 */
async function settingsOf(request: APIRequestContext): Promise<string[]> {
  const nodesOf = async (kind: string): Promise<UiNode[]> =>
    (await (await request.get(`${KRATOS_URL}/self-service/${kind}/api`)).json()).ui.nodes;
  const [login, recovery] = await Promise.all(['login', 'recovery'].map(nodesOf));
  return [
    ...(login?.some(({ group }) => group === 'identifier_first') ? ['@identifier-first'] : []),
    ...(recovery?.some(({ group }) => group === 'link') ? ['@links'] : []),
    ...(recovery?.some(asksForAnyAddress) ? ['@choose-address'] : []),
  ];
}

const asksForAnyAddress = ({ attributes }: UiNode) =>
  attributes.node_type === 'input' && attributes.name === 'recovery_address';

/** The id of a person's identity. */
export async function identityOf(email: string): Promise<string> {
  const query = `credentials_identifier=${encodeURIComponent(email)}`;
  const response = await fetch(`${KRATOS_ADMIN_URL}/admin/identities?${query}`);
  const [identity] = (await response.json()) as { id: string }[];
  return identity?.id ?? '';
}

/** Calls the admin API. `path` begins with `/`. */
export const callAdmin = (method: string, path: string, body?: unknown) =>
  fetch(`${KRATOS_ADMIN_URL}/admin${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

/** A device that confirms every passkey and security key. */
export async function addAuthenticator(page: Page, passkeys: boolean) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: passkeys ? 'internal' : 'usb',
      hasResidentKey: passkeys,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

export async function signOutAndIn(page: Page, person: Person) {
  await page.goto('/');
  await signOut(page);
  await signIn(page, person);
}

/** An account that an administrator has created, with more traits than the usual ones. */
export async function importPerson(more: Record<string, string> = {}): Promise<Person> {
  const person = { email: `${randomUUID()}@example.com`, password: `Loom-${randomUUID()}` };
  const response = await callAdmin('POST', '/identities', {
    schema_id: 'default',
    traits: { email: person.email, name: 'Ada Lovelace', ...more },
    credentials: { password: { config: { password: person.password } } },
  });
  expect(response.status, await response.text()).toBe(201);
  return person;
}

/** Types a code, which is sent with its last digit. */
export async function typeCode(page: Page, code: string) {
  await page.getByRole('textbox').first().click();
  await page.keyboard.type(code);
}

/** The link in the latest email to a person. */
export async function mailedLink(email: string): Promise<string> {
  const text = await mailFromKratos(email);
  const [link] = /http\S+\/self-service\/\S+token=\S+/.exec(text) ?? [];
  if (!link) throw new Error(`No link in the email: ${text}`);
  return link.replaceAll('&amp;', '&');
}

/** Takes the token of a page's session. The result calls the API with it, and returns the status. */
export async function tokenUser({ request }: Page): Promise<() => Promise<number>> {
  const whoami = await request.get(`${KRATOS_URL}/sessions/whoami?tokenize_as=taskloom`);
  const { tokenized } = await whoami.json();
  const headers = { authorization: `Bearer ${tokenized}`, cookie: '' };
  const call = async () => (await request.get('/api/v1/user', { headers })).status();
  // With AUTH_METHOD=cookie, the API accepts no tokens.
  if (process.env.AUTH_METHOD !== 'cookie') expect(await call()).toBe(200);
  return call;
}
