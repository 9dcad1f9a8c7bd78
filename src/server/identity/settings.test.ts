import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  login,
  newEmail,
  PASSWORD,
  refused,
  settings,
  signIn,
  signOut,
  signUp,
} from './testing/testing-steps.ts';

let service: TestIdentity;
beforeAll(async () => {
  service = await startIdentity();
});
afterAll(() => service.close());

const NEW_PASSWORD = 'harbour-violet-engine-17';
const MINUTE = 60_000;

async function somebody() {
  const browser = service.browser();
  const { email } = await signUp(browser);
  return { browser, api: browser.api, email, flow: await settings(browser) };
}

test('the form has the expected groups, and no secret except the new seed', async () => {
  const { flow, email } = await somebody();
  expect(flow).toMatchObject({ state: 'show_form', identity: { traits: { email } } });
  const shape = flow.ui.nodes.map(({ attributes, group, meta }) => {
    const name = attributes.node_type === 'input' ? attributes.name : attributes.id;
    return `${group} ${name} ${meta.label?.id ?? ''}`.trim();
  });
  expect(shape).toEqual([
    'default csrf_token',
    'profile traits.email 1070002',
    'profile traits.name 1070002',
    'profile method 1070003',
    'password password 1070001',
    'password method 1070003',
    'totp totp_qr 1050005',
    'totp totp_secret_key 1050017',
    'totp totp_code 1070006',
    'totp method 1070003',
    'lookup_secret lookup_secret_regenerate 1050008',
    'passkey passkey_register_trigger 1050019',
    'passkey passkey_settings_register',
    'passkey passkey_create_data',
    'webauthn webauthn_register_displayname 1050013',
    'webauthn webauthn_register',
    'webauthn webauthn_register_trigger 1050012',
    'webauthn webauthn_script',
  ]);
  expect(nodeOf(flow, 'totp_qr')).toMatchObject({
    type: 'img',
    attributes: { width: 256, height: 256, src: expect.stringMatching(/^data:image\/png;base64,/) },
  });
  expect(inputValue(flow, 'traits.email')).toBe(email);
});

test('without a session: 401 session_inactive', async () => {
  const { status, data } = await failureOf(service.browser().api.createBrowserSettingsFlow());
  expect([status, data.error.id]).toEqual([401, 'session_inactive']);
});

test("another person's flow: 403", async () => {
  const { flow, browser } = await somebody();
  const { jar } = browser;
  const other = service.browser();
  await signUp(other);
  for (const [name, value] of jar) if (name.startsWith('csrf')) other.jar.set(name, value);
  const read = await failureOf(other.api.getSettingsFlow({ id: flow.id }));
  expect([read.status, read.data.error.id]).toEqual([403, 'security_identity_mismatch']);
  const write = await failureOf(change(other.api, flow, { method: 'profile' }));
  expect([write.status, write.data.error.id]).toEqual([403, 'security_identity_mismatch']);
});

test('an expired form is 410 with a new flow to use', async () => {
  const { api, flow } = await somebody();
  service.pass(60 * MINUTE);
  const { status, data } = await failureOf(change(api, flow, { method: 'profile' }));
  expect([status, data.error.id]).toEqual([410, 'self_service_flow_expired']);
  const { data: fresh } = await api.getSettingsFlow({ id: data.use_flow_id });
  expect(messageIds(fresh)).toEqual([4050001]);
});

test('no method is 4010004', async () => {
  const { api, flow } = await somebody();
  const { status, flow: shown } = await refused(change(api, flow, { method: 'oidc' }));
  expect([status, messageIds(shown)]).toEqual([400, [4010004]]);
});

describe('profile', () => {
  test('the name can be changed even long after signing in', async () => {
    const { api, flow, email } = await somebody();
    service.pass(20 * MINUTE);
    const fields = { method: 'profile', traits: { email, name: 'Augusta Ada King' } };
    const { status, data } = await change(api, flow, fields);
    expect([status, data.state, messageIds(data)]).toEqual([200, 'success', [1050001]]);
    expect(data.identity.traits.name).toBe('Augusta Ada King');
    expect((await api.toSession()).data.identity?.traits.name).toBe('Augusta Ada King');
  });

  test('errors are reported at their fields', async () => {
    const { api, flow } = await somebody();
    const fields = { method: 'profile', traits: { email: 'nonsense', name: '' } };
    const { status, flow: shown } = await refused(change(api, flow, fields));
    expect(status).toBe(400);
    expect(nodeOf(shown, 'traits.email')?.messages[0]?.id).toBe(4000040);
    expect(nodeOf(shown, 'traits.name')?.messages[0]?.id).toBe(4000002);
  });

  test('a new address is unverified and gets a code, and the old address is notified', async () => {
    const { api, flow, email } = await somebody();
    const address = newEmail();
    const fields = { method: 'profile', traits: { email: address, name: 'Ada' } };
    const { data } = await change(api, flow, fields);
    expect(data.continue_with).toMatchObject([
      { action: 'redirect_browser_to' },
      { action: 'show_verification_ui', flow: { verifiable_address: address } },
    ]);
    expect(data.identity.verifiable_addresses?.[0]).toMatchObject({
      value: address,
      verified: false,
    });
    expect(service.codeFor(address)).toMatch(/^\d{6}$/);
    expect(service.mails.some((mail) => mail.to === email && mail.text.includes(address))).toBe(
      true,
    );
    expect((await signIn(service.browser(), address)).status).toBe(200);
    expect((await refused(signIn(service.browser(), email))).status).toBe(400);
  });

  test('a taken address is 4000007, and nothing changes', async () => {
    const { email: taken } = await signUp(service.browser());
    const { api, flow, email } = await somebody();
    const fields = { method: 'profile', traits: { email: taken, name: 'Ada' } };
    const { status, flow: shown } = await refused(change(api, flow, fields));
    expect([status, messageIds(shown)]).toEqual([400, [4000007]]);
    expect((await api.toSession()).data.identity?.traits.email).toBe(email);
  });
});

describe('password', () => {
  test('it changes, the other sessions end, and the person is notified', async () => {
    const { browser, api, flow, email } = await somebody();
    const other = service.browser();
    await signIn(other, email);
    const { status, data } = await change(api, flow, {
      method: 'password',
      password: NEW_PASSWORD,
    });
    expect([status, data.state, messageIds(data)]).toEqual([200, 'success', [1050001]]);
    expect((await api.toSession()).status).toBe(200);
    expect((await failureOf(other.api.toSession())).status).toBe(401);
    expect(service.mails.at(-1)?.to).toBe(email);
    await signOut(browser);
    expect((await refused(signIn(browser, email))).status).toBe(400);
    expect((await signIn(browser, email, NEW_PASSWORD)).status).toBe(200);
  });

  test.each([
    ['the old one', PASSWORD, 4000039],
    ['a weak one', 'password', 4000034],
    ['a short one', 'x7', 4000032],
  ])('%s is rejected', async (_, password, id) => {
    const { api, flow } = await somebody();
    const { status, flow: shown } = await refused(
      change(api, flow, { method: 'password', password }),
    );
    expect(status).toBe(400);
    expect(nodeOf(shown, 'password')?.messages.map((message) => message.id)).toEqual([id]);
  });

  test('a stale session is 403; after signing in again, the same form is accepted', async () => {
    const { browser, api, flow, email } = await somebody();
    service.pass(15 * MINUTE + 1000);
    const fields = { method: 'password', password: NEW_PASSWORD };
    const { status, data } = await failureOf(change(api, flow, fields));
    expect([status, data.error.id]).toEqual([403, 'session_refresh_required']);
    const target = new URL(data.redirect_browser_to);
    expect(target.searchParams.get('refresh')).toBe('true');

    const response = await browser.navigate(target.href);
    const screen = new URL(response.headers.get('location') ?? '');
    expect(screen.pathname).toBe('/auth/login');
    const id = screen.searchParams.get('flow') ?? '';
    const { data: again } = await api.getLoginFlow({ id });
    expect([again.refresh, messageIds(again)]).toEqual([true, [1010003]]);
    expect(nodeOf(again, 'identifier')).toMatchObject({
      attributes: { type: 'hidden', value: email },
    });
    const before = browser.jar.get('ory_kratos_session');
    const { data: signedIn } = await login(api, again, {
      method: 'password',
      identifier: email,
      password: PASSWORD,
    });
    expect(browser.jar.get('ory_kratos_session')).not.toBe(before);
    expect(signedIn.continue_with).toMatchObject([
      { redirect_browser_to: `${service.origin}/settings/security?flow=${flow.id}` },
    ]);
    expect((await change(api, flow, fields)).data.state).toBe('success');
  });

  test("signing in again as another person doesn't refresh the session", async () => {
    const { email: other } = await signUp(service.browser());
    const { api } = await somebody();
    const { data: flow } = await api.createBrowserLoginFlow({ refresh: true });
    const fields = { method: 'password', identifier: other, password: PASSWORD };
    const { status, flow: shown } = await refused(login(api, flow, fields));
    expect([status, messageIds(shown)]).toEqual([400, [4000006]]);
  });
});
