import type { SettingsFlow } from '@ory/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identityLookupCode } from '#domain/identity/identity.tables.ts';
import {
  type Browser,
  failureOf,
  messageIds,
  nodeOf,
  startIdentity,
  type TestIdentity,
} from './testing/testing.ts';
import {
  authenticator,
  change,
  linkTotp,
  login,
  refused,
  secondFactor,
  settings,
  signIn,
  signOut,
  signUp,
  totpSecret,
} from './testing/testing-steps.ts';

let service: TestIdentity;
beforeAll(async () => {
  service = await startIdentity();
});
afterAll(() => service.close());

async function somebody() {
  const browser = service.browser();
  const { email } = await signUp(browser);
  return { browser, api: browser.api, email };
}

/** The backup codes that a form shows. */
function shownCodes(flow: SettingsFlow): string[] {
  const node = nodeOf(flow, 'lookup_secret_codes');
  if (node?.attributes.node_type !== 'text') return [];
  const { secrets } = node.attributes.text.context as { secrets: { id: number; text: string }[] };
  return secrets.map((secret) => secret.text);
}

/** Enables backup codes. */
async function enrolCodes(browser: Browser): Promise<string[]> {
  const flow = await settings(browser);
  const { data: shown } = await change(browser.api, flow, {
    method: 'lookup_secret',
    lookup_secret_regenerate: true,
  });
  await change(browser.api, flow, { method: 'lookup_secret', lookup_secret_confirm: true });
  return shownCodes(shown);
}

/** The response to a password sign-in that still requires a second factor. */
async function half(browser: Browser, email: string) {
  await signOut(browser);
  return failureOf(signIn(browser, email));
}

describe('authenticator app', () => {
  test('linking: a wrong code is rejected at its field, the right one completes the second factor', async () => {
    const { browser, api } = await somebody();
    const flow = await settings(browser);
    const app = authenticator(service, totpSecret(flow));
    const wrong = app() === '000000' ? '000001' : '000000';
    const { status, flow: shown } = await refused(
      change(api, flow, { method: 'totp', totp_code: wrong }),
    );
    expect(status).toBe(400);
    expect(nodeOf(shown, 'totp_code')?.messages.map((message) => message.id)).toEqual([4000008]);
    // The seed stays the same after a rejection, or the app would have to be set up again.
    expect(totpSecret(shown)).toBe(totpSecret(flow));

    const { data } = await change(api, flow, { method: 'totp', totp_code: app() });
    expect([data.state, messageIds(data)]).toEqual(['success', [1050001]]);
    expect(nodeOf(data, 'totp_unlink')).toMatchObject({
      attributes: { value: 'true' },
      meta: { label: { id: 1050004 } },
    });
    expect(nodeOf(data, 'totp_secret_key')).toBeUndefined();
    expect((await api.toSession()).data.authenticator_assurance_level).toBe('aal2');
  });

  test('a password alone is 422 with the cookie set; the code leads to aal2', async () => {
    const { browser, api, email } = await somebody();
    const app = await linkTotp(service, browser);
    const { status, data } = await half(browser, email);
    expect([status, data.error.id]).toEqual([422, 'browser_location_change_required']);
    expect(browser.jar.has('ory_kratos_session')).toBe(true);
    const target = new URL(data.redirect_browser_to);
    expect(target.pathname).toBe('/identity/self-service/login/browser');
    expect(target.searchParams.get('aal')).toBe('aal2');

    const whoami = await failureOf(api.toSession());
    expect([whoami.status, whoami.data.error.id]).toEqual([403, 'session_aal2_required']);

    const response = await browser.navigate(target.href);
    const screen = new URL(response.headers.get('location') ?? '');
    const id = screen.searchParams.get('flow') ?? '';
    const { data: flow } = await api.getLoginFlow({ id });
    expect([flow.requested_aal, messageIds(flow)]).toEqual(['aal2', [1010004]]);
    expect(nodeOf(flow, 'totp_code')).toMatchObject({
      group: 'totp',
      meta: { label: { id: 1010006 } },
    });
    expect(nodeOf(flow, 'method')).toMatchObject({ meta: { label: { id: 1010009 } } });
    expect(nodeOf(flow, 'password')).toBeUndefined();

    const before = browser.jar.get('ory_kratos_session');
    const { data: done } = await login(api, flow, { method: 'totp', totp_code: app() });
    expect(done.session.authenticator_assurance_level).toBe('aal2');
    expect(done.session.authentication_methods?.map((method) => method.method)).toEqual([
      'password',
      'totp',
    ]);
    expect(browser.jar.get('ory_kratos_session')).not.toBe(before);
    expect((await api.toSession()).status).toBe(200);
  });

  test('the return address survives the second step', async () => {
    const { browser, api, email } = await somebody();
    const app = await linkTotp(service, browser);
    await signOut(browser);
    const returnTo = `${service.origin}/projects/7`;
    const { data: flow } = await api.createBrowserLoginFlow({ returnTo });
    const fields = { method: 'password', identifier: email, password: 'lantern-orbit-velvet-93' };
    const { data } = await failureOf(login(api, flow, fields));
    const response = await browser.navigate(data.redirect_browser_to);
    const id = new URL(response.headers.get('location') ?? '').searchParams.get('flow') ?? '';
    const { data: second } = await api.getLoginFlow({ id });
    const { data: done } = await login(api, second, { method: 'totp', totp_code: app() });
    expect(done.continue_with).toMatchObject([{ redirect_browser_to: returnTo }]);
  });

  test('a code works once', async () => {
    const { browser, email } = await somebody();
    const app = await linkTotp(service, browser);
    const code = app();
    await half(browser, email);
    await secondFactor(browser, { method: 'totp', totp_code: code });
    await half(browser, email);
    const { status, flow } = await refused(
      secondFactor(browser, { method: 'totp', totp_code: code }),
    );
    expect([status, messageIds(flow)]).toEqual([400, [4000008]]);
  });

  test('after unlinking, the password is enough again', async () => {
    const { browser, api, email } = await somebody();
    await linkTotp(service, browser);
    const { data } = await change(api, await settings(browser), {
      method: 'totp',
      totp_unlink: true,
    });
    expect(data.state).toBe('success');
    expect(totpSecret(data)).not.toBe('');
    await signOut(browser);
    expect((await signIn(browser, email)).status).toBe(200);
    expect((await api.toSession()).data.authenticator_assurance_level).toBe('aal1');
  });

  test('linking requires a recent sign-in', async () => {
    const { browser, api } = await somebody();
    const flow = await settings(browser);
    const app = authenticator(service, totpSecret(flow));
    service.pass(16 * 60_000);
    const call = change(api, flow, { method: 'totp', totp_code: app() });
    const { status, data } = await failureOf(call);
    expect([status, data.error.id]).toEqual([403, 'session_refresh_required']);
  });

  test("the seed isn't readable in the database", async () => {
    const { browser } = await somebody();
    const secret = totpSecret(await settings(browser));
    await linkTotp(service, browser);
    const dump = await service.dump();
    expect(dump).toContain('identity_totp');
    expect(dump).not.toContain(secret);
  });
});

describe('backup codes', () => {
  test('generating shows twelve codes, saves nothing and shows no message', async () => {
    const { browser, api, email } = await somebody();
    const flow = await settings(browser);
    const { status, data } = await change(api, flow, {
      method: 'lookup_secret',
      lookup_secret_regenerate: true,
    });
    expect([status, data.state, messageIds(data)]).toEqual([200, 'show_form', []]);
    const codes = shownCodes(data);
    expect(new Set(codes).size).toBe(12);
    expect(codes.every((code) => code.length === 8)).toBe(true);
    expect(nodeOf(data, 'lookup_secret_codes')).toMatchObject({
      attributes: { text: { id: 1050015, context: { secrets: expect.anything() } } },
    });
    expect(nodeOf(data, 'lookup_secret_confirm')).toMatchObject({
      meta: { label: { id: 1050011 } },
    });
    await signOut(browser);
    expect((await signIn(browser, email)).status).toBe(200);
  });

  test('once confirmed, they are a second factor, are stored encrypted, and can be shown again', async () => {
    const { browser, api } = await somebody();
    const codes = await enrolCodes(browser);
    expect((await api.toSession()).data.authenticator_assurance_level).toBe('aal2');
    const shown = await settings(browser);
    expect(shownCodes(shown)).toEqual([]);
    expect(nodeOf(shown, 'lookup_secret_regenerate')).toBeUndefined();
    expect(nodeOf(shown, 'lookup_secret_disable')).toMatchObject({
      meta: { label: { id: 1050016 } },
    });
    expect(await service.dump()).not.toContain(codes[0]);
    const { data } = await change(api, shown, {
      method: 'lookup_secret',
      lookup_secret_reveal: true,
    });
    expect(shownCodes(data)).toEqual(codes);
    expect(nodeOf(data, 'lookup_secret_regenerate')).toBeDefined();
    // Only that once.
    expect(shownCodes(await settings(browser))).toEqual([]);
  });

  test('codes from before they could be shown again can be replaced', async () => {
    const { browser } = await somebody();
    await enrolCodes(browser);
    await service.database.db.update(identityLookupCode).set({ sealed: null });
    const shown = await settings(browser);
    expect(nodeOf(shown, 'lookup_secret_reveal')).toBeUndefined();
    expect(nodeOf(shown, 'lookup_secret_regenerate')).toBeDefined();
  });

  test('a code works once', async () => {
    const { browser, email } = await somebody();
    const [code = ''] = await enrolCodes(browser);
    expect((await half(browser, email)).status).toBe(422);
    const fields = { method: 'lookup_secret', lookup_secret: code };
    const { data } = await secondFactor(browser, fields);
    expect(data.session.authentication_methods?.at(-1)?.method).toBe('lookup_secret');

    await half(browser, email);
    const again = await refused(secondFactor(browser, fields));
    expect([again.status, messageIds(again.flow)]).toEqual([400, [4000012]]);
    const wrong = await refused(secondFactor(browser, { ...fields, lookup_secret: 'zzzzzzzz' }));
    expect([wrong.status, messageIds(wrong.flow)]).toEqual([400, [4000016]]);
  });

  test('of two concurrent uses, one succeeds', async () => {
    const { browser, email } = await somebody();
    const [code = ''] = await enrolCodes(browser);
    await half(browser, email);
    const other = service.browser();
    await failureOf(signIn(other, email));
    const fields = { method: 'lookup_secret', lookup_secret: code };
    const uses = [secondFactor(browser, fields), secondFactor(other, fields)];
    const results = await Promise.allSettled(uses);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('new ones replace the old ones', async () => {
    const { browser, email } = await somebody();
    const [old = ''] = await enrolCodes(browser);
    const [fresh = ''] = await enrolCodes(browser);
    await half(browser, email);
    const fields = { method: 'lookup_secret', lookup_secret: old };
    expect(messageIds((await refused(secondFactor(browser, fields))).flow)).toEqual([4000016]);
    const { status } = await secondFactor(browser, { ...fields, lookup_secret: fresh });
    expect(status).toBe(200);
  });

  test('once disabled, the password is enough again', async () => {
    const { browser, api, email } = await somebody();
    await enrolCodes(browser);
    await change(api, await settings(browser), {
      method: 'lookup_secret',
      lookup_secret_disable: true,
    });
    await signOut(browser);
    expect((await signIn(browser, email)).status).toBe(200);
  });
});
