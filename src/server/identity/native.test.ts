import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  failureOf,
  inputValue,
  messageIds,
  nodeOf,
  startIdentity,
  type TestIdentity,
} from './testing/testing.ts';
import {
  change,
  linkTotp,
  login,
  newEmail,
  PASSWORD,
  recover,
  refused,
  register,
  settings,
  signUp,
  verify,
} from './testing/testing-steps.ts';

let service: TestIdentity;
beforeAll(async () => {
  service = await startIdentity();
});
afterAll(() => service.close());

/** Registers with the native flow. */
async function signUpNative() {
  const api = service.native();
  const { data: flow } = await api.createNativeRegistrationFlow();
  const traits = { email: newEmail(), name: 'Native' };
  const { data } = await register(api, flow, { method: 'password', traits, password: PASSWORD });
  return { api, flow, email: traits.email, data, token: data.session_token ?? '' };
}

test('registration returns a session token, and no cookie is needed anywhere', async () => {
  const { api, flow, data, token, email } = await signUpNative();
  expect(flow.type).toBe('api');
  expect(inputValue(flow, 'csrf_token')).toBe('');
  expect(token).toMatch(/^ory_st_/);
  expect(data.continue_with?.map((step) => step.action)).toEqual([
    'show_verification_ui',
    'set_ory_session_token',
  ]);
  const { data: session } = await api.toSession({ xSessionToken: token });
  expect(session.identity?.traits.email).toBe(email);
  const bearer = service.native({ authorization: `Bearer ${token}` });
  expect((await bearer.toSession()).data.id).toBe(session.id);

  const step = data.continue_with?.[0];
  if (step?.action !== 'show_verification_ui') throw new Error('no verification');
  const { data: verification } = await api.getVerificationFlow({ id: step.flow.id });
  const code = service.codeFor(email);
  const { data: done } = await verify(api, verification, { method: 'code', code });
  expect(done.state).toBe('passed_challenge');
});

test('login, then logout by token', async () => {
  const { api, email } = await signUpNative();
  const { data: flow } = await api.createNativeLoginFlow();
  const { data } = await login(api, flow, {
    method: 'password',
    identifier: email,
    password: PASSWORD,
  });
  const token = data.session_token ?? '';
  expect(data.session.active).toBe(true);
  const body = { performNativeLogoutBody: { session_token: token } };
  expect((await api.performNativeLogout(body)).status).toBe(204);
  expect((await failureOf(api.toSession({ xSessionToken: token }))).status).toBe(401);
  expect((await failureOf(api.performNativeLogout(body))).status).toBe(403);
});

test('a password alone reveals nothing about a person with a second factor', async () => {
  const browser = service.browser();
  const { email } = await signUp(browser);
  const app = await linkTotp(service, browser);
  const api = service.native();
  const { data: flow } = await api.createNativeLoginFlow();
  const fields = { method: 'password', identifier: email, password: PASSWORD };
  const { data } = await login(api, flow, fields);
  expect(data.session.authenticator_assurance_level).toBe('aal1');
  expect(JSON.stringify(data)).not.toMatch(/identity|traits|Lovelace/);
  const xSessionToken = data.session_token ?? '';
  expect((await failureOf(api.toSession({ xSessionToken }))).status).toBe(403);
  const { data: next } = await api.createNativeLoginFlow({ aal: 'aal2', xSessionToken });
  const bearer = service.native({ 'x-session-token': xSessionToken });
  const done = await login(bearer, next, { method: 'totp', totp_code: app() });
  expect(done.data.session.identity?.traits.email).toBe(email);
});

test('a login that names no method is rejected', async () => {
  const { api, email } = await signUpNative();
  const { data: flow } = await api.createNativeLoginFlow();
  const fields = { identifier: email, password: PASSWORD };
  const response = await refused(login(api, flow, fields));
  expect([response.status, messageIds(response.flow)]).toEqual([400, [4010002]]);
});

test('login with a code', async () => {
  const { api, email } = await signUpNative();
  await service.prove(email);
  const { data: flow } = await api.createNativeLoginFlow();
  const sent = await refused(login(api, flow, { method: 'code', identifier: email }));
  expect([sent.status, sent.flow.state]).toEqual([400, 'sent_email']);
  const { data } = await login(api, flow, { method: 'code', code: service.codeFor(email) });
  expect(data.session_token).toMatch(/^ory_st_/);
});

test('recovery returns a token and the settings flow', async () => {
  const { api, email } = await signUpNative();
  await service.prove(email);
  const { data: flow } = await api.createNativeRecoveryFlow();
  const { data: sent } = await recover(api, flow, { method: 'code', email });
  const { data } = await recover(api, sent, { method: 'code', code: service.codeFor(email) });
  const [first, second] = data.continue_with ?? [];
  if (first?.action !== 'set_ory_session_token' || second?.action !== 'show_settings_ui') {
    throw new Error('wrong continuation');
  }
  const xSessionToken = first.ory_session_token;
  const { data: form } = await api.getSettingsFlow({ id: second.flow.id, xSessionToken });
  const fields = { method: 'password', password: 'harbour-violet-engine-17' };
  expect((await change(api, form, fields, xSessionToken)).data.state).toBe('success');
});

test('settings accept the session token', async () => {
  const { api, token, email } = await signUpNative();
  const { data: form } = await api.createNativeSettingsFlow({ xSessionToken: token });
  const fields = { method: 'profile', traits: { email, name: 'Renamed' } };
  expect((await failureOf(change(api, form, fields))).status).toBe(401);
  const { data } = await change(api, form, fields, token);
  expect(data.identity.traits.name).toBe('Renamed');
  expect((await failureOf(api.createNativeSettingsFlow())).data.error.id).toBe('session_inactive');
});

test("a signed-in client can't start a login, but can refresh its session", async () => {
  const { api, token, email } = await signUpNative();
  const again = await failureOf(api.createNativeLoginFlow({ xSessionToken: token }));
  expect([again.status, again.data.error.id]).toEqual([400, 'session_already_available']);
  const { data: flow } = await api.createNativeLoginFlow({ xSessionToken: token, refresh: true });
  expect(messageIds(flow)).toEqual([1010003]);
  expect(nodeOf(flow, 'identifier')).toMatchObject({ attributes: { value: email } });
});

test('an Origin or a cookie on a native submission is 400', async () => {
  const { email } = await signUpNative();
  const { data: flow } = await service.native().createNativeLoginFlow();
  const fields = { method: 'password', identifier: email, password: PASSWORD };
  for (const [name, value] of [
    ['origin', 'https://evil.example.com'],
    ['cookie', 'a=b'],
  ] as const) {
    const response = await fetch(flow.ui.action, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [name]: value },
      body: JSON.stringify(fields),
    });
    expect(response.status).toBe(400);
    expect((await response.json()).error.code).toBe(400);
  }
  expect((await login(service.native(), flow, fields)).status).toBe(200);
});

test("a browser's flow can't be submitted without its cookie", async () => {
  const browser = service.browser();
  await signUp(browser);
  const flow = await settings(browser);
  const { status, data } = await failureOf(change(service.native(), flow, { method: 'profile' }));
  expect([status, data.error.id]).toEqual([403, 'security_csrf_violation']);
});
