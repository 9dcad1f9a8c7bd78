import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../db/testing.ts';
import { startTestApp, type TestApp } from '../testing.ts';

let server: TestApp | undefined;
const database = await openTestDatabase();
afterEach(() => server?.close());
afterAll(() => database.close());

const start = async (env: Record<string, string> = {}) => {
  server = await startTestApp(env, { database });
  return server;
};

describe('security headers', () => {
  it('allow the console its own files and nothing inline', async () => {
    const { call } = await start();
    const { headers } = await call({ url: '/' });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('stripe');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it('include the configured origins', async () => {
    const { call } = await start({
      IDENTITY_URL: 'https://id.example.com',
      PUBLIC_URL: 'https://app.example.com',
      PUBLIC_STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    });
    const { headers } = await call({ url: '/' });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("connect-src 'self' https://id.example.com https://api.stripe.com");
    expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;");
    expect(policy).toContain(
      "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;",
    );
    expect(headers['strict-transport-security']).toContain('max-age');
  });
});

it('analytics may be reached only with a token', async () => {
  const policyWith = async (env: Record<string, string>) => {
    const { call } = await start(env);
    const { headers } = await call({ url: '/' });
    await server?.close();
    return String(headers['content-security-policy']);
  };
  expect(await policyWith({})).not.toContain('mixpanel');
  expect(await policyWith({ PUBLIC_MIXPANEL_TOKEN: 'token' })).toMatch(
    /connect-src [^;]*https:\/\/\*\.mixpanel\.com/,
  );
});

describe('the support chat', () => {
  const policyWith = async (env: Record<string, string>) => {
    const { call } = await start(env);
    const { headers } = await call({ url: '/' });
    return String(headers['content-security-policy']);
  };

  it('may be loaded only with an app id', async () => {
    expect(await policyWith({})).not.toContain('intercom');
    const policy = await policyWith({ PUBLIC_CHAT_WIDGET_APP_ID: 'ab12cd34' });
    expect(policy).toContain("script-src 'self' https://widget.intercom.io");
    expect(policy).toContain('wss://*.intercom.io');
  });
});

describe('other origins', () => {
  const preflight = (origin: string) => ({
    method: 'OPTIONS' as const,
    url: '/api/v1/org',
    headers: { origin, 'access-control-request-method': 'POST' },
  });

  it('are rejected unless they are on the list', async () => {
    const { call } = await start({ CORS_ORIGINS: 'https://a.example.com, https://b.example.com' });
    const good = await call(preflight('https://a.example.com'));
    expect(good.headers['access-control-allow-origin']).toBe('https://a.example.com');
    expect(good.headers['access-control-allow-credentials']).toBe('true');
    for (const origin of ['https://evil.example.com', 'https://a.example.com.evil.com', 'null']) {
      const { headers } = await call(preflight(origin));
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('get no CORS headers without a list', async () => {
    const { call } = await start();
    const { headers } = await call({
      url: '/api/v1/settings',
      headers: { origin: 'https://x.com' },
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('AUTH_METHOD=cookie', () => {
  const cookie = 'session=ada';
  const patch = (headers: Record<string, string>) => ({
    method: 'PATCH' as const,
    url: '/api/v1/user',
    headers: { cookie, ...headers },
    payload: { bio: 'x' },
  });

  it('authenticates with the identity session, not with a token', async () => {
    const { call } = await start({ AUTH_METHOD: 'cookie' });
    const me = await call({ url: '/api/v1/user', headers: { cookie } });
    expect([me.status, me.body.name]).toEqual([200, 'ada']);
    const token = { authorization: 'Bearer token-ada' };
    expect((await call({ url: '/api/v1/user', headers: token })).status).toBe(401);
    const settings = await call({ url: '/api/v1/settings' });
    expect(settings.body.auth_method).toBe('cookie');
    const down = await call({ url: '/api/v1/user', headers: { cookie: 'session=down' } });
    expect(down.status).toBe(503);
  });

  it('accepts writes only from its own pages', async () => {
    const { call } = await start({
      AUTH_METHOD: 'cookie',
      PUBLIC_URL: 'http://localhost:4000',
      CORS_ORIGINS: 'https://a.example.com',
    });
    const status = async (headers: Record<string, string>) => (await call(patch(headers))).status;
    expect(await status({ origin: 'http://localhost:4000' })).toBe(200);
    expect(await status({ origin: 'https://a.example.com' })).toBe(200);
    expect(await status({ 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await status({ origin: 'https://evil.example.com' })).toBe(403);
    expect(await status({ origin: 'http://localhost:4001' })).toBe(403);
    expect(await status({ origin: 'null' })).toBe(403);
    expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await status({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await status({})).toBe(403);
  });
});

describe('rate limits', () => {
  it('stop a single caller, with a Retry-After', async () => {
    const { as } = await start({ RATE_LIMIT_PER_MINUTE: '3' });
    const ada = as('ada');
    for (const _ of [1, 2, 3]) expect((await ada('GET', '/user')).status).toBe(200);
    const { status, body, headers } = await ada('GET', '/user');
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await as('bob')('GET', '/user')).status).toBe(200);
  });

  it('of wrong keys are a setting', async () => {
    const { call } = await start({ REFUSED_CREDENTIALS_PER_MINUTE: '2' });
    const headers = { authorization: 'Bearer wrong' };
    const status = async () => (await call({ url: '/api/v1/user', headers })).status;
    expect([await status(), await status(), await status()]).toEqual([401, 401, 429]);
  });

  it('stop callers who guess keys', async () => {
    const { call } = await start();
    const statuses = new Set<number>();
    for (let i = 0; i < 130; i += 1) {
      const headers = { authorization: `Bearer wrong${i}` };
      statuses.add((await call({ url: '/api/v1/user', headers })).status);
    }
    expect([...statuses]).toEqual([401, 429]);
  });
});
