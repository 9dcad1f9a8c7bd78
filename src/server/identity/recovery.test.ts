import type { ContinueWith } from '@ory/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  failureOf,
  messageIds,
  nodeOf,
  startIdentity,
  type TestIdentity,
} from './testing/testing.ts';
import {
  change,
  linkTotp,
  newEmail,
  recover,
  refused,
  secondFactor,
  settings,
  signIn,
  signOut,
  signUp,
  verifyOwn,
} from './testing/testing-steps.ts';

let service: TestIdentity;
beforeAll(async () => {
  service = await startIdentity();
});
afterAll(() => service.close());

const NEW_PASSWORD = 'harbour-violet-engine-17';

/** A recovery whose code was sent to a signed-out person. */
async function sent() {
  const browser = service.browser();
  const { email } = await signUp(browser);
  await service.prove(email);
  await signOut(browser);
  return { ...(await sentTo(email)), email };
}

async function sentTo(email: string) {
  const browser = service.browser();
  const { data: start } = await browser.api.createBrowserRecoveryFlow();
  const { data: flow, status } = await recover(browser.api, start, { method: 'code', email });
  const code = service.codeFor(email);
  const wrong = code === '000000' ? '000001' : '000000';
  return { browser, api: browser.api, start, flow, status, code, wrong };
}

function settingsFlowId(next: ContinueWith[] | undefined): string {
  const step = next?.find((entry) => entry.action === 'show_settings_ui');
  return step?.action === 'show_settings_ui' ? step.flow.id : '';
}

test('it asks for the address, sends the code and asks for it', async () => {
  const { start, flow, status, email } = await sent();
  expect(start).toMatchObject({ state: 'choose_method', active: 'code' });
  expect(nodeOf(start, 'method')).toMatchObject({
    attributes: { value: 'code' },
    meta: { label: { id: 1070009 } },
  });
  expect([status, flow.state, messageIds(flow)]).toEqual([200, 'sent_email', [1060003]]);
  expect(nodeOf(flow, 'code')).toMatchObject({
    attributes: { maxlength: 6, pattern: '[0-9]+' },
    meta: { label: { id: 1070010 } },
  });
  expect(nodeOf(flow, 'email')).toMatchObject({
    attributes: { type: 'submit', value: email },
    meta: { label: { id: 1070008 } },
  });
});

test('an unknown address gets the identical response, and no email', async () => {
  const known = await sent();
  const { api } = service.browser();
  const { data: start } = await api.createBrowserRecoveryFlow();
  const before = service.mails.length;
  const { status, data } = await recover(api, start, { method: 'code', email: newEmail() });
  expect(service.mails.length).toBe(before);
  expect([status, data.state, data.ui.messages]).toEqual([
    200,
    known.flow.state,
    known.flow.ui.messages,
  ]);
  const names = (flow: typeof data) => flow.ui.nodes.map((node) => JSON.stringify(node.meta));
  expect(names(data)).toEqual(names(known.flow));
  const { data: after } = await recover(api, data, { method: 'code', code: '123456' });
  expect(messageIds(after)).toEqual([4060006]);
});

test('the code signs in at aal1 and leads to a new password', async () => {
  const { browser, api, flow, code, email } = await sent();
  const { status, data } = await recover(api, flow, { method: 'code', code });
  expect([status, data.state]).toEqual([200, 'passed_challenge']);
  const { data: session } = await api.toSession();
  expect(session.authenticator_assurance_level).toBe('aal1');
  expect(session.authentication_methods?.map((method) => method.method)).toEqual(['code_recovery']);
  expect(session.identity?.verifiable_addresses?.[0]?.verified).toBe(true);

  const { data: form } = await api.getSettingsFlow({ id: settingsFlowId(data.continue_with) });
  expect(messageIds(form)).toEqual([1060001]);
  await change(api, form, { method: 'password', password: NEW_PASSWORD });
  await signOut(browser);
  expect((await signIn(browser, email, NEW_PASSWORD)).status).toBe(200);
});

test('it ends all other sessions', async () => {
  const robber = service.browser();
  const { email } = await signUp(robber);
  await service.prove(email);
  const { api, flow, code } = await sentTo(email);
  await recover(api, flow, { method: 'code', code });
  expect((await failureOf(robber.api.toSession())).status).toBe(401);
});

test('a wrong code is 200 with 4060006', async () => {
  const { api, flow, wrong } = await sent();
  const { status, data } = await recover(api, flow, { method: 'code', code: wrong });
  expect([status, data.state, messageIds(data)]).toEqual([200, 'sent_email', [4060006]]);
  expect((await failureOf(api.toSession())).status).toBe(401);
});

test('a code works once', async () => {
  const { browser, flow, code } = await sent();
  const copy = service.browser();
  for (const [name, value] of browser.jar) copy.jar.set(name, value);
  await recover(browser.api, flow, { method: 'code', code });
  const { flow: after } = await refused(recover(copy.api, flow, { method: 'code', code }));
  expect(after.state).toBe('passed_challenge');
  expect((await failureOf(copy.api.toSession())).status).toBe(401);
});

test('another code invalidates the old one', async () => {
  const { api, flow, code, email } = await sent();
  await recover(api, flow, { method: 'code', email });
  const fresh = service.codeFor(email);
  if (fresh !== code) {
    const { data } = await recover(api, flow, { method: 'code', code });
    expect(messageIds(data)).toEqual([4060006]);
  }
  const { data } = await recover(api, flow, { method: 'code', code: fresh });
  expect(data.state).toBe('passed_challenge');
});

test('a code expires after ten minutes', async () => {
  const { api, flow, code } = await sent();
  service.pass(10 * 60_000 + 1000);
  const { data } = await recover(api, flow, { method: 'code', code });
  expect(messageIds(data)).toEqual([4060006]);
});

test('the sixth attempt is 400 with another flow to show', async () => {
  const { api, flow, code, wrong } = await sent();
  for (let tries = 0; tries < 5; tries += 1) {
    await recover(api, flow, { method: 'code', code: wrong });
  }
  const { status, data } = await failureOf(recover(api, flow, { method: 'code', code }));
  expect(status).toBe(400);
  const [step] = data.error.details.continue_with;
  expect(step.action).toBe('show_recovery_ui');
  const { data: fresh } = await api.getRecoveryFlow({ id: step.flow.id });
  expect([fresh.state, messageIds(fresh)]).toEqual(['choose_method', [4000001]]);
});

test('an expired flow is replaced silently: 200 with another id', async () => {
  const { api, flow, code } = await sent();
  service.pass(3_600_000);
  const { status, data } = await recover(api, flow, { method: 'code', code });
  expect(status).toBe(200);
  expect(data.id).not.toBe(flow.id);
  expect(messageIds(data)).toEqual([4060005]);
});

test("a second factor isn't bypassed", async () => {
  const owner = service.browser();
  const { email } = await signUp(owner);
  await verifyOwn(service, owner, email);
  const app = await linkTotp(service, owner);
  const { browser, api, flow, code } = await sentTo(email);
  const { data } = await recover(api, flow, { method: 'code', code });
  const id = settingsFlowId(data.continue_with);

  const calls = [api.toSession(), api.getSettingsFlow({ id }), settings(browser)];
  for (const refusal of await Promise.all(calls.map(failureOf))) {
    expect([refusal.status, refusal.data.error.id]).toEqual([403, 'session_aal2_required']);
    expect(refusal.data.redirect_browser_to).toContain('/self-service/login/browser?aal=aal2');
  }
  expect(await service.identity.whoami({ cookie: browser.cookieHeader() })).toBeNull();

  await secondFactor(browser, { method: 'totp', totp_code: app() });
  const { data: form } = await api.getSettingsFlow({ id });
  const { status } = await change(api, form, { method: 'password', password: NEW_PASSWORD });
  expect(status).toBe(200);
});

test("a signed-in person can't start a recovery", async () => {
  const browser = service.browser();
  await signUp(browser);
  const { status, data } = await failureOf(browser.api.createBrowserRecoveryFlow());
  expect([status, data.error.id]).toEqual([400, 'session_already_available']);
});
