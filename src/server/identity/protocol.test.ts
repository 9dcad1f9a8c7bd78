import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Browser,
  failureOf,
  messageIds,
  startIdentity,
  type TestIdentity,
} from './testing/testing.ts';
import { login, PASSWORD, refused, register, signOut, signUp } from './testing/testing-steps.ts';

let service: TestIdentity;
beforeAll(async () => {
  service = await startIdentity({ returnTo: ['https://app.example.com/app'] });
});
afterAll(() => service.close());

describe('return_to', () => {
  const evil = [
    'https://evil.example.com/',
    'https://app.example.com/',
    'https://app.example.com/apple',
    'https://app.example.com/app/../admin',
    'https://app.example.com/app/%2e%2e/admin',
    'http://app.example.com/app',
    'https://app.example.com:8443/app',
    'https://user@app.example.com/app',
    '//evil.example.com/app',
    '/\\evil.example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://',
  ];

  test.each(evil)('%s is forbidden', async (returnTo) => {
    const { api } = service.browser();
    const calls = [
      api.createBrowserLoginFlow({ returnTo }),
      api.createBrowserRegistrationFlow({ returnTo }),
      api.createBrowserRecoveryFlow({ returnTo }),
      api.createBrowserVerificationFlow({ returnTo }),
    ];
    for (const { status, data } of await Promise.all(calls.map(failureOf))) {
      expect([status, data.error.id]).toEqual([400, 'self_service_flow_return_to_forbidden']);
    }
  });

  test('a navigating browser is redirected to the error page, never to the target', async () => {
    const browser = service.browser();
    const path = `/self-service/login/browser?return_to=${encodeURIComponent(evil[0] ?? '')}`;
    const response = await browser.navigate(path);
    const target = new URL(response.headers.get('location') ?? '');
    expect(target.origin + target.pathname).toBe(`${service.origin}/auth/error`);
    const id = target.searchParams.get('id') ?? '';
    const { data } = await browser.api.getFlowError({ id });
    expect(data.error).toMatchObject({ id: 'self_service_flow_return_to_forbidden', code: 400 });
  });

  test.each(['https://app.example.com/app', 'https://app.example.com/app/x?y=1'])(
    '%s is allowed, and the flow ends there',
    async (returnTo) => {
      const browser = service.browser();
      const { email } = await signUp(browser);
      await signOut(browser);
      const { data: flow } = await browser.api.createBrowserLoginFlow({ returnTo });
      expect(flow.return_to).toBe(returnTo);
      const { data } = await login(browser.api, flow, {
        method: 'password',
        identifier: email,
        password: PASSWORD,
      });
      expect(data.continue_with).toEqual([
        { action: 'redirect_browser_to', redirect_browser_to: returnTo },
      ]);
    },
  );

  test('a path is resolved against the console', async () => {
    const { data: flow } = await service
      .browser()
      .api.createBrowserLoginFlow({ returnTo: '/projects/1?tab=run' });
    expect(flow.return_to).toBe(`${service.origin}/projects/1?tab=run`);
  });
});

describe('expired flows', () => {
  const HOUR = 3_600_000;

  test('submitting login or registration is 410 with a new flow to use', async () => {
    const browser = service.browser();
    const { data: loginFlow } = await browser.api.createBrowserLoginFlow();
    const { data: registrationFlow } = await browser.api.createBrowserRegistrationFlow();
    service.pass(HOUR);
    const first = await failureOf(login(browser.api, loginFlow, { method: 'password' }));
    expect([first.status, first.data.error.id]).toEqual([410, 'self_service_flow_expired']);
    expect(first.data.expired_at).toBe(loginFlow.expires_at);
    const { data: fresh } = await browser.api.getLoginFlow({ id: first.data.use_flow_id });
    expect(messageIds(fresh)).toEqual([4010001]);

    const second = await failureOf(register(browser.api, registrationFlow, { method: 'password' }));
    expect([second.status, second.data.error.id]).toEqual([410, 'self_service_flow_expired']);
    const { data: next } = await browser.api.getRegistrationFlow({ id: second.data.use_flow_id });
    expect(messageIds(next)).toEqual([4040001]);
  });

  test('reading any flow is 410, without a new flow', async () => {
    const browser = service.browser();
    const { api } = browser;
    const { data: a } = await api.createBrowserLoginFlow();
    const { data: b } = await api.createBrowserRegistrationFlow();
    const { data: c } = await api.createBrowserRecoveryFlow();
    const { data: d } = await api.createBrowserVerificationFlow();
    service.pass(HOUR);
    const calls = [
      api.getLoginFlow({ id: a.id }),
      api.getRegistrationFlow({ id: b.id }),
      api.getRecoveryFlow({ id: c.id }),
      api.getVerificationFlow({ id: d.id }),
    ];
    for (const { status, data } of await Promise.all(calls.map(failureOf))) {
      expect([status, data.error.code, data.use_flow_id]).toEqual([410, 410, undefined]);
    }
  });
});

describe('unknown flows and malformed bodies', () => {
  test('an unknown flow is 404, a missing or malformed id in a submission is 400', async () => {
    const { api } = service.browser();
    const { data: flow } = await api.createBrowserLoginFlow();
    for (const id of ['00000000-0000-4000-8000-000000000000', 'x', '%00']) {
      expect((await failureOf(api.getLoginFlow({ id }))).status).toBe(404);
      const expected = id.length === 36 ? 404 : 400;
      expect((await failureOf(login(api, { ...flow, id }, {}))).status).toBe(expected);
    }
    expect((await failureOf(login(api, { ...flow, id: '' }, {}))).status).toBe(400);
    // A flow of another kind is also unknown.
    expect((await failureOf(api.getRegistrationFlow({ id: flow.id }))).status).toBe(404);
  });

  async function post(browser: Browser, body: string, type = 'application/json') {
    const { data: flow } = await browser.api.createBrowserLoginFlow();
    const response = await browser.request(flow.ui.action, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    return { status: response.status, body: await response.json() };
  }

  test.each(['{', '[]', '"text"', '12', '{"csrf_token": {}}', '{"traits": 1}'])(
    "the body %s is an error in Ory's format",
    async (body) => {
      const response = await post(service.browser(), body);
      expect([400, 403]).toContain(response.status);
      expect(response.body.error.code).toBe(response.status);
      expect(response.body.error.message).toBeTruthy();
    },
  );

  test('a body that is too large is 413, one of another type is 415', async () => {
    const long = await post(service.browser(), JSON.stringify({ password: 'x'.repeat(70_000) }));
    expect([long.status, long.body.error.code]).toEqual([413, 413]);
    const odd = await post(service.browser(), '<a/>', 'text/xml');
    expect([odd.status, odd.body.error.code]).toEqual([415, 415]);
  });

  test("NUL characters in fields don't reach the database", async () => {
    const { api } = service.browser();
    const { data: flow } = await api.createBrowserLoginFlow();
    const fields = { method: 'password', identifier: 'a\0b@example.com', password: 'c\0d' };
    expect((await refused(login(api, flow, fields))).status).toBe(400);
  });
});

test('navigating to the settings without a session redirects to sign-in and back', async () => {
  const browser = service.browser();
  const { email } = await signUp(browser);
  await signOut(browser);
  const refusal = await browser.navigate('/self-service/settings/browser');
  expect(refusal.status).toBe(303);
  const start = await browser.navigate(refusal.headers.get('location') ?? '');
  const screen = new URL(start.headers.get('location') ?? '');
  expect(screen.pathname).toBe('/auth/login');
  const id = screen.searchParams.get('flow') ?? '';
  const { data: flow } = await browser.api.getLoginFlow({ id });
  const fields = { method: 'password', identifier: email, password: PASSWORD };
  const { data } = await login(browser.api, flow, fields);
  const [next] = data.continue_with ?? [];
  if (next?.action !== 'redirect_browser_to') throw new Error('no way back');
  const back = await browser.navigate(next.redirect_browser_to);
  expect(back.headers.get('location')).toContain(`${service.origin}/settings/security?flow=`);
});

describe('other endpoints', () => {
  test('errors: the stub works, an unknown id is 404', async () => {
    const { api } = service.browser();
    const { data } = await api.getFlowError({ id: 'stub:500' });
    expect(data).toMatchObject({ id: 'stub:500', error: { code: 500 } });
    expect(data.created_at && data.updated_at).toBeTruthy();
    expect((await failureOf(api.getFlowError({ id: 'nothing' }))).status).toBe(404);
  });

  test('token exchange: 400 without codes, 404 for unknown ones', async () => {
    const { api } = service.browser();
    const missing = api.exchangeSessionToken({ initCode: '', returnToCode: '' });
    expect((await failureOf(missing)).status).toBe(400);
    const unknown = api.exchangeSessionToken({ initCode: 'a', returnToCode: 'b' });
    expect((await failureOf(unknown)).status).toBe(404);
  });

  test("federated sign-in isn't offered", async () => {
    const { api } = service.browser();
    expect((await failureOf(api.createFedcmFlow())).status).toBe(404);
    const call = api.updateFedcmFlow({ updateFedcmFlowBody: { csrf_token: 'x', token: 'x' } });
    expect((await failureOf(call)).status).toBe(403);
  });

  test('the script matches the integrity that forms name', async () => {
    const browser = service.browser();
    const { data: flow } = await browser.api.createBrowserLoginFlow();
    const node = flow.ui.nodes.find(({ attributes }) => attributes.node_type === 'script');
    const { src = '', integrity = '' } = {
      ...(node?.attributes as { src?: string; integrity?: string }),
    };
    const text = await (await browser.request(src)).text();
    const digest = createHash('sha512').update(text).digest('base64');
    expect(integrity).toBe(`sha512-${digest}`);
  });

  test('the passkey script and the schema are served', async () => {
    const browser = service.browser();
    const script = await browser.request('/.well-known/ory/webauthn.js');
    expect(script.headers.get('content-type')).toContain('javascript');
    const source = await script.text();
    expect(() => new Function(source)).not.toThrow();
    for (const name of ['oryPasskeyLogin', 'oryPasskeyRegistration', 'oryWebAuthnLogin']) {
      expect(source).toContain(`window.${name} =`);
    }
    await signUp(browser);
    const { data } = await browser.api.toSession();
    const schema = await browser.request(data.identity?.schema_url ?? '');
    expect((await schema.json()).properties.traits.required).toEqual(['email', 'name']);
  });

  test('an unknown path under the service is 404, not a page', async () => {
    const response = await service.browser().request('/self-service/nothing');
    expect(response.status).toBe(404);
  });
});
