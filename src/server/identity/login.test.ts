import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  csrfOf,
  failureOf,
  inputValue,
  messageIds,
  nodeOf,
  startIdentity,
  type TestIdentity,
} from './testing/testing.ts';
import { login, PASSWORD, refused, signIn, signOut, signUp } from './testing/testing-steps.ts';

let service: TestIdentity;
beforeAll(async () => {
  service = await startIdentity();
});
afterAll(() => service.close());

/** A registered, signed-out person, and their browser. */
async function somebody() {
  const browser = service.browser();
  const { email } = await signUp(browser);
  await signOut(browser);
  return { browser, email, api: browser.api };
}

/** Removes what differs between any two flows: ids, times, CSRF token, challenge, typed values. */
const volatile = new Set([
  'nonce',
  'id',
  'issued_at',
  'expires_at',
  'created_at',
  'updated_at',
  'action',
]);
const withoutVolatile = (key: string, value: unknown) =>
  typeof value === 'string' && (key === 'value' || volatile.has(key)) ? undefined : value;

async function loginFlow(browser = service.browser()) {
  const { data: flow } = await browser.api.createBrowserLoginFlow();
  return { browser, api: browser.api, flow };
}

test('the form has the expected nodes', async () => {
  const { flow } = await loginFlow();
  expect(flow).toMatchObject({
    type: 'browser',
    state: 'choose_method',
    refresh: false,
    requested_aal: 'aal1',
  });
  expect(flow.ui.method).toBe('POST');
  expect(flow.ui.action).toBe(`${service.publicUrl}/self-service/login?flow=${flow.id}`);
  const shape = flow.ui.nodes.map((node) => {
    const { attributes, group, meta } = node;
    return attributes.node_type === 'input'
      ? `${group} ${attributes.type} ${attributes.name} ${meta.label?.id ?? ''}`.trim()
      : node.type;
  });
  expect(shape).toEqual([
    'default hidden csrf_token',
    'default text identifier 1070002',
    'password password password 1070001',
    'password submit method 1010022',
    'code submit method 1010015',
    'passkey hidden passkey_challenge',
    'passkey hidden passkey_login',
    'passkey button passkey_login_trigger 1010021',
    'script',
  ]);
});

test('signing in returns the session and the redirect target', async () => {
  const { browser, email } = await somebody();
  const { status, data } = await signIn(browser, email);
  expect(status).toBe(200);
  expect(data.session.identity?.traits.email).toBe(email);
  expect(data.continue_with).toEqual([
    { action: 'redirect_browser_to', redirect_browser_to: `${service.origin}/` },
  ]);
  expect((await browser.api.toSession()).data.id).toBe(data.session.id);
});

test('the address matches in any case and with surrounding spaces', async () => {
  const { browser, email } = await somebody();
  expect((await signIn(browser, ` ${email.toUpperCase()} `)).status).toBe(200);
});

test('each sign-in gets its own token', async () => {
  const { browser, email } = await somebody();
  await signIn(browser, email);
  const first = browser.jar.get('ory_kratos_session');
  await signOut(browser);
  await signIn(browser, email);
  expect(browser.jar.get('ory_kratos_session')).not.toBe(first);
});

test('a wrong password and an unknown person get the same response', async () => {
  const { email } = await somebody();
  const responses = [];
  for (const identifier of [email, 'nobody-at-all@example.com']) {
    const { api, flow } = await loginFlow();
    const fields = { method: 'password', identifier, password: 'not-this-one-42' };
    const { status, flow: shown } = await refused(login(api, flow, fields));
    expect(inputValue(shown, 'identifier')).toBe(identifier);
    expect(inputValue(shown, 'password')).toBe('');
    responses.push({
      status,
      ids: messageIds(shown),
      body: JSON.stringify(shown, withoutVolatile),
    });
  }
  expect(responses[0]).toEqual(responses[1]);
  expect(responses[0]).toMatchObject({ status: 400, ids: [4000006] });
});

test('empty fields are reported', async () => {
  const { api, flow } = await loginFlow();
  const first = await refused(
    login(api, flow, { method: 'password', identifier: '', password: 'x' }),
  );
  expect(first.status).toBe(400);
  expect(nodeOf(first.flow, 'identifier')?.messages.map((message) => message.id)).toEqual([
    4000002,
  ]);
  const second = await refused(login(api, flow, { method: 'password', identifier: 'a@b.de' }));
  expect(nodeOf(second.flow, 'password')?.messages.map((message) => message.id)).toEqual([4000002]);
});

test.each([
  [{}],
  [{ method: 'telepathy' }],
  [{ method: 'totp', totp_code: '123456' }],
  [{ method: 'toString' }],
])('no usable method: %o', async (fields) => {
  const { api, flow } = await loginFlow();
  const { status, flow: shown } = await refused(login(api, flow, fields));
  expect(status).toBe(400);
  expect(messageIds(shown)).toEqual([4010002]);
});

test('a signed-in person can neither start nor finish a login', async () => {
  const { browser, email } = await somebody();
  const { flow } = await loginFlow(browser);
  await signIn(browser, email);
  const init = await failureOf(browser.api.createBrowserLoginFlow());
  expect(init.status).toBe(400);
  expect(init.data.error.id).toBe('session_already_available');

  const { csrf_token } = { csrf_token: csrfOf(flow) };
  const stale = await failureOf(login(browser.api, flow, { csrf_token, method: 'password' }));
  // That flow's cookie was replaced when the person changed.
  expect([stale.status, stale.data.error?.id]).toEqual([403, 'security_csrf_violation']);
});

test('submitting a fresh form while signed in responds with 400 and the flow', async () => {
  const { browser, email } = await somebody();
  await signIn(browser, email);
  const { data: flow } = await browser.api.createBrowserLoginFlow({ refresh: true });
  // The same form in a second window with the same cookies, opened before signing in.
  const other = await loginFlow(service.browser());
  const csrfName = [...other.browser.jar.keys()][0] ?? '';
  const mixed = service.browser();
  mixed.jar.set(csrfName, other.browser.jar.get(csrfName) ?? '');
  mixed.jar.set('ory_kratos_session', browser.jar.get('ory_kratos_session') ?? '');
  const fields = { method: 'password', identifier: email, password: PASSWORD };
  const { status, flow: shown } = await refused(login(mixed.api, other.flow, fields));
  expect(status).toBe(400);
  expect(messageIds(shown)).toEqual([4000001]);
  expect(flow.refresh).toBe(true);
});

test('a second factor requires a session', async () => {
  const { api } = service.browser();
  const { status, data } = await failureOf(api.createBrowserLoginFlow({ aal: 'aal2' }));
  expect([status, data.error.id]).toEqual([401, 'session_aal1_required']);
  expect((await failureOf(api.createBrowserLoginFlow({ aal: 'aal9' }))).status).toBe(400);
});
