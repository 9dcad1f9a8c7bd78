import type { FrontendApi, LoginFlow, SettingsFlow } from '@ory/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  failureOf,
  inputValue,
  messageIds,
  nodeOf,
  startIdentity,
  type TestIdentity,
} from './testing/testing.ts';
import { SoftAuthenticator } from './testing/testing-authenticator.ts';
import {
  change,
  login,
  newEmail,
  PASSWORD,
  refused,
  register,
  secondFactor,
  settings,
  signIn,
  signOut,
  signUp,
} from './testing/testing-steps.ts';

const MINUTE = 60_000;
let service: TestIdentity;
beforeAll(async () => {
  service = await startIdentity();
});
afterAll(() => service.close());

const challengeOf = (flow: LoginFlow) => JSON.parse(inputValue(flow, 'passkey_challenge'));
const creationOf = (flow: SettingsFlow) => JSON.parse(inputValue(flow, 'passkey_create_data'));

const beginRegistration = async (api: FrontendApi) =>
  (await api.createBrowserRegistrationFlow()).data;

/** The registration that replaces one that has expired. */
async function beginAgain(api: FrontendApi) {
  const old = await beginRegistration(api);
  service.pass(60 * MINUTE);
  const { data } = await failureOf(register(api, old, { method: 'profile' }));
  return (await api.getRegistrationFlow({ id: data.use_flow_id })).data;
}

/** A person who registered with a passkey and nothing else. */
async function passkeyOnly(begin = beginRegistration) {
  const browser = service.browser();
  const passkey = new SoftAuthenticator(service.origin);
  const begun = await begin(browser.api);
  const email = newEmail();
  const traits = { email, name: 'Keyed' };
  const { flow } = await refused(register(browser.api, begun, { method: 'profile', traits }));
  const { credentialOptions } = JSON.parse(inputValue(flow, 'passkey_create_data'));
  const { challenge, user } = credentialOptions.publicKey;
  expect([challenge, user.id]).toEqual([
    expect.stringMatching(/.{20}/),
    expect.stringMatching(/.{20}/),
  ]);
  const { data } = await register(browser.api, flow, {
    method: 'passkey',
    traits,
    passkey_register: passkey.create(credentialOptions),
  });
  return { browser, api: browser.api, passkey, email, data };
}

describe('passkey', () => {
  test.each([
    ['', beginRegistration],
    [', also when the first registration had expired', beginAgain],
  ])('registers and signs in%s', async (_, begin) => {
    const { browser, api, passkey, email, data } = await passkeyOnly(begin);
    expect(data.session?.authentication_methods?.[0]?.method).toBe('passkey');
    await signOut(browser);
    const { data: flow } = await api.createBrowserLoginFlow();
    const options = challengeOf(flow);
    expect(options.publicKey).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    const fields = { method: 'passkey', passkey_login: passkey.get(options) };
    const { data: done } = await login(api, flow, fields);
    expect(done.session.identity?.traits.email).toBe(email);
    expect(done.session.authenticator_assurance_level).toBe('aal1');
    expect(done.session.authentication_methods?.[0]?.method).toBe('passkey');
  });

  test("a password doesn't open an account that has none", async () => {
    const { email } = await passkeyOnly();
    const { status, flow } = await refused(signIn(service.browser(), email, PASSWORD));
    expect([status, messageIds(flow)]).toEqual([400, [4000006]]);
  });

  test('a response can be used once, because the challenge is used up', async () => {
    const { browser, api, passkey } = await passkeyOnly();
    await signOut(browser);
    const { data: flow } = await api.createBrowserLoginFlow();
    const options = challengeOf(flow);
    const stranger = new SoftAuthenticator(service.origin);
    const first = await refused(
      login(api, flow, { method: 'passkey', passkey_login: stranger.get(options) }),
    );
    expect([first.status, messageIds(first.flow)]).toEqual([400, [4000015]]);
    // An unknown key doesn't use up the challenge. A known key does, even if its response is wrong.
    const forged = JSON.parse(passkey.get(challengeOf(first.flow)));
    forged.response.signature = Buffer.from('wrong').toString('base64url');
    const second = await refused(
      login(api, flow, { method: 'passkey', passkey_login: JSON.stringify(forged) }),
    );
    expect(messageIds(second.flow)).toEqual([4000015]);
    const stale = passkey.get(challengeOf(first.flow));
    const third = await refused(login(api, flow, { method: 'passkey', passkey_login: stale }));
    expect(messageIds(third.flow)).toEqual([4000015]);
    const fresh = passkey.get(challengeOf(third.flow));
    expect((await login(api, flow, { method: 'passkey', passkey_login: fresh })).status).toBe(200);
  });

  test('a response for another origin is rejected', async () => {
    const { browser, api, passkey } = await passkeyOnly();
    await signOut(browser);
    const { data: flow } = await api.createBrowserLoginFlow();
    Object.assign(passkey, { origin: 'http://localhost:1' });
    const response = passkey.get(challengeOf(flow));
    const { status } = await refused(
      login(api, flow, { method: 'passkey', passkey_login: response }),
    );
    expect(status).toBe(400);
  });

  test.each(['', 'x', '{}', '[]', '{"id":"a"}'])(
    'the response %j is rejected',
    async (response) => {
      const { api } = service.browser();
      const { data: flow } = await api.createBrowserLoginFlow();
      const fields = { method: 'passkey', passkey_login: response };
      expect((await refused(login(api, flow, fields))).status).toBe(400);
      const { data: registration } = await api.createBrowserRegistrationFlow();
      const traits = { email: newEmail(), name: 'X' };
      const attempt = { method: 'passkey', traits, passkey_register: response };
      expect((await refused(register(api, registration, attempt))).status).toBe(400);
    },
  );

  test('can be added, listed and removed in the settings', async () => {
    const browser = service.browser();
    const { email } = await signUp(browser);
    const flow = await settings(browser);
    const passkey = new SoftAuthenticator(service.origin);
    const added = await change(browser.api, flow, {
      method: 'passkey',
      passkey_settings_register: passkey.create(creationOf(flow)),
    });
    expect(added.data.state).toBe('success');
    expect(nodeOf(added.data, 'passkey_remove')).toMatchObject({
      attributes: { value: passkey.hexId, disabled: false },
      meta: { label: { id: 1050020 } },
    });
    expect((await browser.api.toSession()).data.authenticator_assurance_level).toBe('aal1');

    await signOut(browser);
    const { data: start } = await browser.api.createBrowserLoginFlow();
    const response = passkey.get(challengeOf(start));
    const { data } = await login(browser.api, start, {
      method: 'passkey',
      passkey_login: response,
    });
    expect(data.session.identity?.traits.email).toBe(email);

    const removed = await change(browser.api, await settings(browser), {
      method: 'passkey',
      passkey_remove: passkey.hexId,
    });
    expect(nodeOf(removed.data, 'passkey_remove')).toBeUndefined();
    await signOut(browser);
    const { data: again } = await browser.api.createBrowserLoginFlow();
    const fields = { method: 'passkey', passkey_login: passkey.get(challengeOf(again)) };
    expect((await refused(login(browser.api, again, fields))).status).toBe(400);
  });

  test("the only sign-in method can't be removed", async () => {
    const { browser, api, passkey } = await passkeyOnly();
    const flow = await settings(browser);
    expect(nodeOf(flow, 'passkey_remove')).toMatchObject({ attributes: { disabled: true } });
    const fields = { method: 'passkey', passkey_remove: passkey.hexId };
    const { status, flow: shown } = await refused(change(api, flow, fields));
    expect([status, messageIds(shown)]).toEqual([400, [4000001]]);
    await change(api, flow, { method: 'password', password: PASSWORD });
    expect((await change(api, flow, fields)).data.state).toBe('success');
  });
});

describe('security key', () => {
  test('is required as a second factor once added, and no longer once removed', async () => {
    const browser = service.browser();
    const { email } = await signUp(browser);
    const flow = await settings(browser);
    const key = new SoftAuthenticator(service.origin);
    const options = JSON.parse(inputValue(flow, 'webauthn_register_trigger'));
    const { data } = await change(browser.api, flow, {
      method: 'webauthn',
      webauthn_register_displayname: 'Blue key',
      webauthn_register: key.create(options),
    });
    expect(nodeOf(data, 'webauthn_remove')).toMatchObject({
      attributes: { value: key.hexId },
      meta: { label: { id: 1050018, context: { display_name: 'Blue key' } } },
    });
    expect((await browser.api.toSession()).data.authenticator_assurance_level).toBe('aal2');

    await signOut(browser);
    expect((await failureOf(signIn(browser, email))).status).toBe(422);
    const { data: second } = await browser.api.createBrowserLoginFlow({ aal: 'aal2' });
    expect(nodeOf(second, 'webauthn_login_trigger')).toMatchObject({
      meta: { label: { id: 1010008 } },
    });
    const request = JSON.parse(inputValue(second, 'webauthn_login_trigger'));
    expect(request.publicKey.allowCredentials).toHaveLength(1);
    const { data: done } = await login(browser.api, second, {
      method: 'webauthn',
      webauthn_login: key.get(request),
    });
    expect(done.session.authenticator_assurance_level).toBe('aal2');

    await change(browser.api, await settings(browser), {
      method: 'webauthn',
      webauthn_remove: key.hexId,
    });
    await signOut(browser);
    expect((await signIn(browser, email)).status).toBe(200);
  });

  test("another person's key isn't accepted as a second factor", async () => {
    const enrol = async () => {
      const browser = service.browser();
      const { email } = await signUp(browser);
      const flow = await settings(browser);
      const key = new SoftAuthenticator(service.origin);
      const options = JSON.parse(inputValue(flow, 'webauthn_register_trigger'));
      const fields = { method: 'webauthn', webauthn_register: key.create(options) };
      await change(browser.api, flow, fields);
      return { browser, email, key };
    };
    const mine = await enrol();
    const theirs = await enrol();
    await signOut(mine.browser);
    await failureOf(signIn(mine.browser, mine.email));
    const { data: flow } = await mine.browser.api.createBrowserLoginFlow({ aal: 'aal2' });
    const request = JSON.parse(inputValue(flow, 'webauthn_login_trigger'));
    const fields = { method: 'webauthn', webauthn_login: theirs.key.get(request) };
    const { status } = await refused(secondFactor(mine.browser, fields));
    expect(status).toBe(400);
    expect((await refused(login(mine.browser.api, flow, fields))).status).toBe(400);
  });
});
