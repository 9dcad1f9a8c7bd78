import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  csrfOf,
  failureOf,
  inputValue,
  messageIds,
  nodeOf,
  startIdentity,
  type TestIdentity,
} from './testing/testing.ts';
import {
  newEmail,
  PASSWORD,
  refused,
  register,
  signUp,
  verify,
  verifyOwn,
} from './testing/testing-steps.ts';

let service: TestIdentity;
beforeAll(async () => {
  service = await startIdentity();
});
afterAll(() => service.close());

async function registrationFlow(browser = service.browser()) {
  const { data: flow } = await browser.api.createBrowserRegistrationFlow();
  return { browser, api: browser.api, flow };
}

test('the form asks for email and name, then for a password or a passkey', async () => {
  const { flow: begun, api } = await registrationFlow();
  expect(nodeOf(begun, 'password')).toBeUndefined();
  expect(nodeOf(begun, 'method')).toMatchObject({ group: 'profile' });
  expect(begun).toMatchObject({ type: 'browser', state: 'choose_method' });
  expect(nodeOf(begun, 'traits.email')).toMatchObject({
    group: 'default',
    attributes: { type: 'email', required: true },
    meta: { label: { id: 1070002 } },
  });
  expect(nodeOf(begun, 'traits.name')).toMatchObject({ attributes: { required: true } });
  const traits = { email: newEmail(), name: 'Ada' };
  const { flow } = await refused(register(api, begun, { method: 'profile', traits }));
  expect(nodeOf(flow, 'password')).toMatchObject({ group: 'password' });
  expect(nodeOf(flow, 'method')).toMatchObject({
    attributes: { value: 'password' },
    meta: { label: { id: 1040001 } },
  });
  const data = JSON.parse(inputValue(flow, 'passkey_create_data'));
  expect(data.displayNameFieldName).toBe('traits.email');
  expect(data.credentialOptions.publicKey.rp.id).toBe('localhost');
});

test('it returns the identity, the session and the verification flow', async () => {
  const browser = service.browser();
  const { email, identity, session, continue_with: next } = await signUp(browser);
  expect(identity.traits).toEqual({ email, name: 'Ada Lovelace' });
  expect(identity.verifiable_addresses?.[0]).toMatchObject({ value: email, status: 'sent' });
  expect(session?.identity?.id).toBe(identity.id);
  expect(next).toMatchObject([
    { action: 'redirect_browser_to', redirect_browser_to: `${service.origin}/` },
    { action: 'show_verification_ui', flow: { verifiable_address: email } },
  ]);
});

test.each<[{ returnTo?: string; afterVerificationReturnTo?: string }, string]>([
  [{ returnTo: '/a', afterVerificationReturnTo: '/b' }, '/b'],
  [{ afterVerificationReturnTo: '/b' }, '/b'],
  [{ returnTo: '/a' }, '/a'],
  [{ returnTo: '/a', afterVerificationReturnTo: 'https://evil.example/b' }, '/a'],
])('%j: verification leads to %s', async (query, path) => {
  const browser = service.browser();
  const { continue_with: next, email } = await signUp(browser, newEmail(), query);
  const [redirect, step] = next ?? [];
  const leads = { redirect_browser_to: `${service.origin}${query.returnTo ?? '/'}` };
  expect(redirect).toMatchObject(leads);
  if (step?.action !== 'show_verification_ui') throw new Error('no verification');
  const { data: flow } = await browser.api.getVerificationFlow({ id: step.flow.id });
  expect(flow.return_to).toBe(service.origin + path);
  const code = service.codeFor(email);
  const { data: done } = await verify(browser.api, flow, { method: 'code', code });
  expect(nodeOf(done, 'continue')).toMatchObject({ attributes: { href: service.origin + path } });
});

test('registration, session, verification', async () => {
  const browser = service.browser();
  const { email, continue_with: next } = await signUp(browser);
  const step = next?.at(-1);
  if (step?.action !== 'show_verification_ui') throw new Error('no verification');
  const { data: flow } = await browser.api.getVerificationFlow({ id: step.flow.id });
  expect(flow.state).toBe('sent_email');
  const { data: done } = await verify(browser.api, flow, {
    method: 'code',
    code: service.codeFor(email),
  });
  expect(done.state).toBe('passed_challenge');
  const { data: session } = await browser.api.toSession();
  expect(session.identity?.verifiable_addresses?.[0]).toMatchObject({
    verified: true,
    status: 'completed',
  });
});

test('a second account with the same, verified address is 4000007', async () => {
  const owner = service.browser();
  const { email } = await signUp(owner);
  await verifyOwn(service, owner, email);
  const { api, flow } = await registrationFlow();
  const traits = { email: email.toUpperCase(), name: 'Somebody Else' };
  const { status, flow: shown } = await refused(
    register(api, flow, { method: 'password', traits, password: PASSWORD }),
  );
  expect([status, messageIds(shown)]).toEqual([400, [4000007]]);
  expect(inputValue(shown, 'traits.name')).toBe('Somebody Else');
  expect((await failureOf(api.toSession())).status).toBe(401);
});

test('of two concurrent registrations with the same address, one wins', async () => {
  const traits = { email: newEmail(), name: 'Twice' };
  const results = await Promise.allSettled(
    [service.browser(), service.browser()].map(async (browser) => {
      const { api, flow } = await registrationFlow(browser);
      return register(api, flow, { method: 'password', traits, password: PASSWORD });
    }),
  );
  expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
});

test.each([
  ['too short', 'a1b2c3d', 4000032],
  ['too common', 'password1234', 4000034],
  ['like the address', 'grace.hopper', 4000031],
  ['like the name', 'GraceHopper1', 4000031],
  ['endless', 'x1'.repeat(200), 4000033],
])('a password that is %s is rejected at its field', async (_, password, id) => {
  const { api, flow } = await registrationFlow();
  const traits = { email: 'grace.hopper@example.com', name: 'Grace Hopper' };
  const { status, flow: shown } = await refused(
    register(api, flow, { method: 'password', traits, password }),
  );
  expect(status).toBe(400);
  expect(nodeOf(shown, 'password')?.messages.map((message) => message.id)).toEqual([id]);
  expect(inputValue(shown, 'password')).toBe('');
  expect(inputValue(shown, 'traits.email')).toBe(traits.email);
});

test('a password of 64 characters of any kind is accepted', async () => {
  const { api, flow } = await registrationFlow();
  const password = 'pass phrases 漢字 und Ümläute 😀 are all fine, of any kind ok '.padEnd(
    64,
    'q7z',
  );
  const traits = { email: newEmail(), name: 'Long' };
  expect((await register(api, flow, { method: 'password', traits, password })).status).toBe(200);
});

test.each([
  [{ email: '', name: 'A' }, 'traits.email', 4000002],
  [{ name: 'A' }, 'traits.email', 4000002],
  [{ email: 'nonsense', name: 'A' }, 'traits.email', 4000040],
  [{ email: 'a@b.de', name: '  ' }, 'traits.name', 4000002],
  [{ email: 'a@b.de' }, 'traits.name', 4000002],
])('traits %o are rejected at %s', async (traits, field, id) => {
  const { api, flow } = await registrationFlow();
  const { status, flow: shown } = await refused(
    register(api, flow, { method: 'password', traits, password: PASSWORD }),
  );
  expect(status).toBe(400);
  expect(nodeOf(shown, field)?.messages.map((message) => message.id)).toEqual([id]);
});

test('traits may be dotted', async () => {
  const { api, flow } = await registrationFlow();
  const email = newEmail();
  const { data } = await register(api, flow, {
    method: 'password',
    'traits.email': email,
    'traits.name': 'Dotted',
    password: PASSWORD,
  });
  expect(data.identity.traits).toEqual({ email, name: 'Dotted' });
});

test('in two steps, the first one responds with 400 and the flow', async () => {
  const { api, flow } = await registrationFlow();
  const traits = { email: newEmail(), name: 'Two Steps' };
  const { status, flow: second } = await refused(
    register(api, flow, { method: 'profile', traits }),
  );
  expect(status).toBe(400);
  expect(second.ui.messages?.some((message: { type: string }) => message.type === 'error')).toBe(
    false,
  );
  expect(nodeOf(second, 'traits.email')).toMatchObject({
    attributes: { type: 'hidden', value: traits.email },
  });
  expect(nodeOf(second, 'screen')).toMatchObject({
    attributes: { value: 'previous' },
    meta: { label: { id: 1040008 } },
  });

  const back = await refused(register(api, second, { screen: 'previous' }));
  expect(back.status).toBe(400);
  expect(nodeOf(back.flow, 'traits.email')).toMatchObject({
    attributes: { type: 'email', value: traits.email },
  });

  const { data } = await register(api, second, { method: 'password', traits, password: PASSWORD });
  expect(data.identity.traits).toEqual(traits);
});

test('no method is 4010003', async () => {
  const { api, flow } = await registrationFlow();
  const { status, flow: shown } = await refused(register(api, flow, { method: 'oidc' }));
  expect([status, messageIds(shown)]).toEqual([400, [4010003]]);
});

test("a signed-in person can't register", async () => {
  const browser = service.browser();
  await signUp(browser);
  const { status, data } = await failureOf(browser.api.createBrowserRegistrationFlow());
  expect([status, data.error.id]).toEqual([400, 'session_already_available']);
});

describe('a browser without JavaScript', () => {
  const form = (fields: Record<string, string>): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });

  test('is redirected through the same flow', async () => {
    const browser = service.browser();
    const start = await browser.navigate('/self-service/registration/browser');
    expect(start.status).toBe(303);
    const screen = new URL(start.headers.get('location') ?? '');
    expect(screen.origin + screen.pathname).toBe(`${service.origin}/auth/registration`);
    const id = screen.searchParams.get('flow') ?? '';
    const { data: flow } = await browser.api.getRegistrationFlow({ id });

    const fields = {
      csrf_token: csrfOf(flow),
      method: 'password',
      'traits.email': newEmail(),
      'traits.name': 'Formal',
      password: 'short',
    };
    const bad = await browser.navigate(flow.ui.action, form(fields));
    expect([bad.status, bad.headers.get('location')]).toEqual([303, screen.href]);
    const { data: shown } = await browser.api.getRegistrationFlow({ id });
    expect(messageIds(shown)).toEqual([4000032]);

    const good = await browser.navigate(flow.ui.action, form({ ...fields, password: PASSWORD }));
    expect(good.status).toBe(303);
    expect(good.headers.get('location')).toContain(`${service.origin}/auth/verification?flow=`);
    expect((await browser.api.toSession()).status).toBe(200);
  });
});
