import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csrfOf, failureOf, startIdentity, type TestIdentity } from './testing/testing.ts';
import { newEmail, PASSWORD, signIn, signUp } from './testing/testing-steps.ts';

const HOUR = 3_600_000;

let service: TestIdentity;
beforeAll(async () => {
  service = await startIdentity();
});
afterAll(() => service.close());

test("whoami without a session is 401 in Ory's format, without an id", async () => {
  const { status, data } = await failureOf(service.browser().api.toSession());
  expect(status).toBe(401);
  expect(data).toEqual({
    error: {
      code: 401,
      status: 'Unauthorized',
      reason: 'No valid session credentials found in the request.',
      message: 'The request could not be authorized',
    },
  });
});

test('registration signs in, and whoami returns the person', async () => {
  const browser = service.browser();
  const { email, identity } = await signUp(browser);
  const { data } = await browser.api.toSession();
  expect(data.active).toBe(true);
  expect(data.authenticator_assurance_level).toBe('aal1');
  expect(data.authentication_methods?.[0]?.method).toBe('password');
  expect(data.identity?.id).toBe(identity.id);
  expect(data.identity?.traits).toEqual({ email, name: 'Ada Lovelace' });
  expect(data.identity?.verifiable_addresses?.[0]).toMatchObject({ value: email, verified: false });
  expect(data.devices).toHaveLength(1);
});

test('a token that was accepted before is refused once it has expired', async () => {
  const own = await startIdentity();
  const browser = own.browser();
  await signUp(browser);
  const { data } = await browser.api.toSession({ tokenizeAs: 'taskloom' });
  const token = data.tokenized ?? '';
  expect(await own.identity.verifyToken(token)).toMatchObject({ sid: data.id });
  own.pass(599_000);
  expect(await own.identity.verifyToken(token)).toMatchObject({ sid: data.id });
  own.pass(2000);
  expect(await own.identity.verifyToken(token)).toBeNull();
  expect(await own.identity.verifyToken(`${token.slice(0, -2)}AA`)).toBeNull();
  await own.close();
});

test('tokenize_as returns a token that the published keys verify', async () => {
  const browser = service.browser();
  const { identity } = await signUp(browser);
  const { data } = await browser.api.toSession({ tokenizeAs: 'taskloom' });
  const keys = createRemoteJWKSet(new URL(`${service.publicUrl}/.well-known/jwks.json`));
  const { payload } = await jwtVerify(data.tokenized ?? '', keys, {
    algorithms: ['ES256'],
    issuer: service.publicUrl,
    audience: 'taskloom',
    currentDate: service.now(),
  });
  expect(payload.sub).toBe(identity.id);
  expect(payload.sid).toBe(data.id);
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600);
  expect(payload.jti).toBeTruthy();
  await expect(service.identity.verifyToken(data.tokenized ?? '')).resolves.toMatchObject({
    sub: identity.id,
    sid: data.id,
  });
});

test('an unknown template is 400', async () => {
  const browser = service.browser();
  await signUp(browser);
  const { status } = await failureOf(browser.api.toSession({ tokenizeAs: 'other' }));
  expect(status).toBe(400);
});

test('logout deletes the cookie', async () => {
  const browser = service.browser();
  const { email } = await signUp(browser);
  const cookie = browser.cookieHeader();
  const { data } = await browser.api.createBrowserLogoutFlow();
  const { status } = await browser.api.updateLogoutFlow({ token: data.logout_token });
  expect(status).toBe(204);
  expect(browser.jar.has('ory_kratos_session')).toBe(false);
  const replay = await fetch(`${service.publicUrl}/sessions/whoami`, { headers: { cookie } });
  expect(replay.status).toBe(401);
  expect((await signIn(browser, email)).data.session.active).toBe(true);
});

describe('several sessions of one person', () => {
  async function threeBrowsers() {
    const email = newEmail();
    const browsers = [service.browser(), service.browser(), service.browser()] as const;
    await signUp(browsers[0], email);
    await signIn(browsers[1], email);
    await signIn(browsers[2], email);
    return browsers;
  }

  test('the list contains only the other sessions', async () => {
    const [first, second, third] = await threeBrowsers();
    const { data } = await first.api.listMySessions();
    const others = await Promise.all([second.api.toSession(), third.api.toSession()]);
    expect(data.map((session) => session.id).sort()).toEqual(
      others.map((response) => response.data.id).sort(),
    );
    expect(data[0]?.devices).toHaveLength(1);
    expect(data[0]?.active).toBe(true);
  });

  test('the list is paged', async () => {
    const [first] = await threeBrowsers();
    const one = await first.api.listMySessions({ perPage: 1, page: 1 });
    const two = await first.api.listMySessions({ perPage: 1, page: 2 });
    const three = await first.api.listMySessions({ perPage: 1, page: 3 });
    expect([one, two, three].map((response) => response.data.length)).toEqual([1, 1, 0]);
    expect(one.data[0]?.id).not.toBe(two.data[0]?.id);
    expect(one.headers.link).toContain('rel="next"');
    expect((await failureOf(first.api.listMySessions({ perPage: -1 }))).status).toBe(400);
  });

  test('all others can be revoked at once', async () => {
    const [first, second, third] = await threeBrowsers();
    const { data } = await first.api.disableMyOtherSessions();
    expect(data.count).toBe(2);
    expect((await failureOf(second.api.toSession())).status).toBe(401);
    expect((await failureOf(third.api.toSession())).status).toBe(401);
    expect((await first.api.toSession()).status).toBe(200);
  });

  test('one can be revoked, but not by itself or by another person', async () => {
    const [first, second] = await threeBrowsers();
    const { data: own } = await first.api.toSession();
    const { data: other } = await second.api.toSession();
    expect((await failureOf(first.api.disableMySession({ id: own.id }))).status).toBe(400);

    const stranger = service.browser();
    await signUp(stranger);
    // Nobody learns whether there is such a session.
    expect((await stranger.api.disableMySession({ id: other.id })).status).toBe(204);
    expect((await second.api.toSession()).status).toBe(200);

    expect((await first.api.disableMySession({ id: other.id })).status).toBe(204);
    expect((await failureOf(second.api.toSession())).status).toBe(401);
    expect((await failureOf(first.api.disableMySession({ id: 'x' }))).status).toBe(400);
  });

  test('without a session, each of these is 401', async () => {
    const { api } = service.browser();
    const calls = [
      api.listMySessions(),
      api.disableMyOtherSessions(),
      api.disableMySession({ id: 'x' }),
      api.createBrowserLogoutFlow(),
    ];
    const failures = await Promise.all(calls.map(failureOf));
    expect(failures.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    // Ory names the reason only here.
    const ids = failures.map(({ data }) => data.error.id);
    expect(ids).toEqual([undefined, undefined, undefined, 'session_inactive']);
  });
});

describe('the end of a session', () => {
  test('it ends after 24 hours, however much it is used', async () => {
    const browser = service.browser();
    const { session } = await signUp(browser);
    const lifespan = Date.parse(session?.expires_at ?? '') - Date.parse(session?.issued_at ?? '');
    expect(lifespan).toBe(24 * HOUR);
    service.pass(11 * HOUR);
    expect((await browser.api.toSession()).status).toBe(200);
    service.pass(11 * HOUR);
    expect((await browser.api.toSession()).status).toBe(200);
    service.pass(2 * HOUR + 1000);
    expect((await failureOf(browser.api.toSession())).status).toBe(401);
  });

  test('it ends after being unused for 12 hours', async () => {
    const browser = service.browser();
    await signUp(browser);
    service.pass(12 * HOUR + 1000);
    expect((await failureOf(browser.api.toSession())).status).toBe(401);
  });

  test('a logout token of another session is rejected', async () => {
    const browser = service.browser();
    const other = service.browser();
    await signUp(browser);
    await signUp(other);
    const { data } = await other.api.createBrowserLogoutFlow();
    const call = browser.api.updateLogoutFlow({ token: data.logout_token });
    expect((await failureOf(call)).status).toBe(403);
    expect((await browser.api.toSession()).status).toBe(200);
  });

  test('a navigating browser is redirected after logout', async () => {
    const browser = service.browser();
    await signUp(browser);
    const returnTo = `${service.origin}/bye`;
    const { data } = await browser.api.createBrowserLogoutFlow({ returnTo });
    const response = await browser.navigate(data.logout_url);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(returnTo);
    expect((await failureOf(browser.api.toSession())).status).toBe(401);
  });

  test('cleanup deletes only what has expired', async () => {
    const browser = service.browser();
    await signUp(browser);
    service.pass(48 * HOUR);
    const living = service.browser();
    await signUp(living);
    const { flows, sessions } = await service.identity.cleanup();
    expect(flows).toBeGreaterThan(0);
    expect(sessions).toBeGreaterThan(0);
    expect(await service.identity.cleanup()).toEqual({ flows: 0, sessions: 0 });
    expect((await living.api.toSession()).status).toBe(200);
  });
});

test('the cookie is HttpOnly, Lax and persistent, and Secure if configured', async () => {
  const secure = await startIdentity({ secureCookies: true }, service);
  try {
    const browser = secure.browser();
    const { data: flow } = await browser.api.createBrowserRegistrationFlow();
    const response = await browser.request(flow.ui.action, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        csrf_token: csrfOf(flow),
        method: 'password',
        traits: { email: newEmail(), name: 'Ada' },
        password: PASSWORD,
      }),
    });
    const cookies = response.headers.getSetCookie();
    const session = cookies.find((cookie) => cookie.startsWith('__Host-ory_kratos_session=')) ?? '';
    expect(session).toMatch(/HttpOnly/i);
    expect(session).toMatch(/Path=\/;/i);
    expect(session).not.toMatch(/Domain/i);
    expect(session).toMatch(/SameSite=Lax/i);
    expect(session).toMatch(/Secure/i);
    expect(session).toMatch(/Max-Age=86[34]\d\d/i);
    const csrf = cookies.find((cookie) => cookie.startsWith('__Host-csrf_token_')) ?? '';
    expect(csrf).toMatch(/HttpOnly.*Secure|Secure.*HttpOnly/i);
    expect(response.headers.get('cache-control')).toContain('no-store');

    // A session whose cookie has no prefix, as before, stays valid, and signing out removes both cookies.
    const token = /=([^;]+)/.exec(session)?.[1] ?? '';
    const headers = { cookie: `ory_kratos_session=${token}`, accept: 'application/json' };
    expect((await fetch(`${secure.publicUrl}/sessions/whoami`, { headers })).status).toBe(200);
    const path = '/self-service/logout/browser';
    const logout = await fetch(secure.publicUrl + path, { headers });
    const gone = await fetch((await logout.json()).logout_url, { headers });
    const cleared = gone.headers.getSetCookie().filter((cookie) => /Max-Age=0/i.test(cookie));
    expect(cleared.map((cookie) => cookie.split('=')[0]).sort()).toEqual([
      '__Host-ory_kratos_session',
      'ory_kratos_session',
    ]);
  } finally {
    await secure.close();
  }
});

test('the API verifies cookies, session tokens and JWTs in process', async () => {
  const browser = service.browser();
  const { identity, session } = await signUp(browser);
  const person = { sub: identity.id, sid: session?.id, name: 'Ada Lovelace', aal: 'aal1' };
  const cookie = browser.cookieHeader();
  expect(await service.identity.whoami({ cookie })).toMatchObject(person);
  const sessionToken = browser.jar.get('ory_kratos_session') ?? '';
  expect(await service.identity.whoami({ sessionToken })).toMatchObject(person);
  expect(await service.identity.whoami({ cookie: 'ory_kratos_session=ory_st_none' })).toBeNull();
  expect(await service.identity.whoami({})).toBeNull();

  const { data } = await browser.api.toSession({ tokenizeAs: 'taskloom' });
  const token = data.tokenized ?? '';
  expect(await service.identity.verifyToken(token)).toMatchObject(person);
  expect(await service.identity.verifyToken(`${token.slice(0, -4)}AAAA`)).toBeNull();
  expect(await service.identity.verifyToken('no token')).toBeNull();
  service.pass(10 * 60_000 + 1000);
  expect(await service.identity.verifyToken(token)).toBeNull();
});
