import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oauthRequest } from '#domain/oauth/oauth.tables.ts';
import { orgMember } from '#domain/org/org.tables.ts';
import { startTestApp, type TestApp } from '../../testing.ts';
import { CALLBACK, createBrowser, openConsent, registerApp, thirdPartyApp } from './testing.ts';

let server: TestApp;
let place: { org: string; project: string };

beforeAll(async () => {
  server = await startTestApp();
  const ada = server.as('ada');
  const org = (await ada('GET', '/org')).body.results[0].id;
  place = { org, project: (await ada('GET', `/org/${org}/project`)).body.results[0].id };
  const { id } = (await server.as('bob')('GET', '/user')).body;
  await server.database.db.insert(orgMember).values({ org_id: org, user_id: id, role: 'member' });
});
afterAll(() => server.close());

type App = Awaited<ReturnType<typeof thirdPartyApp>>;
const register = async (more: Parameters<typeof registerApp>[2] = {}) => {
  const registered = await registerApp(server, place, more);
  return { ...registered, app: await thirdPartyApp(server, registered) };
};

/** What the token endpoint answers to a form. */
async function tokenRequest(form: Record<string, string>, basic?: [string, string | null]) {
  return server.call({
    method: 'POST',
    url: '/oauth/token',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(basic && { authorization: `Basic ${btoa(basic.join(':'))}` }),
    },
    payload: new URLSearchParams(form).toString(),
  });
}

/** Lets Bob allow an app. Returns where the browser goes with the code. */
async function allowed(app: App) {
  const browser = createBrowser(server);
  const started = await app.start();
  const request = await openConsent(server, 'bob', await browser.go(started.url));
  const path = `/user/oauth-request/${request}/accept`;
  const answer = await server.as('bob')('POST', path, { resources: null });
  const back = await browser.go(answer.body.redirect_to);
  return { ...started, back, code: back.searchParams.get('code') ?? '', answer: answer.body };
}

const isAlive = async (token: string) =>
  (
    await server.call({
      method: 'POST',
      url: `/api/v1/org/${place.org}/project/${place.project}/iam/test`,
      headers: { authorization: `Bearer ${token}` },
      payload: { permissions: [] },
    })
  ).status === 200;

describe('an authorization request', () => {
  const ask = async (change: (query: URLSearchParams) => void) => {
    const { app } = await register();
    const url = new URL((await app.start()).url);
    change(url.searchParams);
    return createBrowser(server).go(url.href);
  };

  it.each([
    [
      'without PKCE',
      (query) => {
        query.delete('code_challenge');
        query.delete('code_challenge_method');
      },
    ],
    ['with the plain method', (query) => query.set('code_challenge_method', 'plain')],
    ['with no method, which would be plain', (query) => query.delete('code_challenge_method')],
    ['for a token in the address', (query) => query.set('response_type', 'token')],
  ] as [string, (query: URLSearchParams) => void][])('%s returns an error', async (_, change) => {
    const back = await ask(change);
    expect(back.host).toBe('helpdesk.example');
    const sent = back.search + back.hash;
    expect(sent).toMatch(/error=(invalid_request|unsupported_response_type|unauthorized_client)/);
    expect(sent).not.toContain('code=');
  });

  it.each([
    ['an unknown scope', 'admin'],
    ["a scope that the app isn't registered for", 'collection:search'],
    ['OpenID Connect', 'openid'],
    ['no scope', ''],
  ])('for %s returns an error', async (_, scope) => {
    const back = await ask((query) => query.set('scope', scope));
    expect([back.host, back.searchParams.get('error')]).toEqual([
      'helpdesk.example',
      'invalid_scope',
    ]);
    // The app can tell which server answered (RFC 9207).
    expect(back.searchParams.get('iss')).toBe(server.url);
  });

  it.each([
    'https://evil.example/callback',
    `${CALLBACK}/`,
    `${CALLBACK}?x=1`,
    `${CALLBACK}#x`,
    'https://helpdesk.example.evil.example/callback',
    'https://helpdesk.example/CALLBACK',
    'http://helpdesk.example/callback',
  ])('never returns to %j', async (uri) => {
    const page = await ask((query) => query.set('redirect_uri', uri));
    expect([page.origin, page.pathname]).toEqual([server.url, '/oauth/consent']);
    expect(page.searchParams.get('error')).toBeTruthy();
    expect(page.searchParams.get('request')).toBeNull();
  });

  it('of an unknown app, or one that was deleted, goes nowhere', async () => {
    const page = await ask((query) => query.set('client_id', 'client_none'));
    expect([page.origin, page.searchParams.get('error')]).toEqual([server.url, 'invalid_client']);
  });

  it('is answered only in the browser that it came from, and that the answer was given in', async () => {
    const { app } = await register();
    const mallory = createBrowser(server);
    const page = await mallory.go((await app.start()).url);
    const request = await openConsent(server, 'bob', page);
    const path = `/user/oauth-request/${request}/accept`;
    const { redirect_to } = (await server.as('bob')('POST', path, { resources: null })).body;
    // Mallory's browser lacks the proof, Bob's the cookie.
    const stolen = await mallory.go(`${server.url}/oauth/authorize/${request}`);
    expect(stolen.searchParams.get('error')).toBe('unproven');
    const forged = await mallory.go(`${server.url}/oauth/authorize/${request}?proof=guess`);
    expect(forged.searchParams.get('error')).toBe('unproven');
    const bobs = await createBrowser(server).go(redirect_to);
    expect([bobs.origin, bobs.searchParams.get('code')]).toEqual([server.url, null]);
  });
});

describe('thousands of requests that strangers start', () => {
  it("are no rows, and don't stop the app's own people", async () => {
    const { app } = await register();
    const before = await server.database.db.$count(oauthRequest);
    const pages = [];
    for (let i = 0; i < 1100; i += 1) pages.push(createBrowser(server).go((await app.start()).url));
    const [first] = await Promise.all(pages);
    expect(first?.searchParams.get('request')).toMatch(/^[\w-]{300,900}$/);
    expect(await server.database.db.$count(oauthRequest)).toBe(before);
    expect(await isAlive((await app.connect('bob')).access_token)).toBe(true);
  });

  it('cannot be kept by people without access, nor without limit by one person', async () => {
    const { app } = await register();
    const open = async (person: string) => {
      const page = await createBrowser(server).go((await app.start()).url);
      const request = page.searchParams.get('request');
      return (await server.as(person)('POST', '/user/oauth-request', { request })).status;
    };
    expect(await open('mallory')).toBe(403);
    const before = await server.database.db.$count(oauthRequest);
    const statuses = [];
    for (let i = 0; i < 60; i += 1) statuses.push(await open('ada'));
    expect([...new Set(statuses)]).toEqual([200, 409]);
    expect(await server.database.db.$count(oauthRequest)).toBeLessThanOrEqual(before + 50);
  });

  it("can't be altered, and are only answered by whoever opened them", async () => {
    const { app } = await register();
    const page = await createBrowser(server).go((await app.start()).url);
    const request = page.searchParams.get('request') ?? '';
    const forged = `${request.slice(0, -4)}AAAA`;
    const bob = server.as('bob');
    expect((await bob('POST', '/user/oauth-request', { request: forged })).status).toBe(404);
    const { id } = (await bob('POST', '/user/oauth-request', { request })).body;
    expect((await server.as('ada')('GET', `/user/oauth-request/${id}`)).status).toBe(404);
    expect((await bob('GET', `/user/oauth-request/${id}`)).status).toBe(200);
  });

  it('with a state that no address can hold return an error', async () => {
    const { app } = await register();
    const url = new URL((await app.start()).url);
    url.searchParams.set('state', 'x'.repeat(2000));
    const back = await createBrowser(server).go(url.href);
    expect([back.host, back.searchParams.get('error')]).toEqual([
      'helpdesk.example',
      'invalid_request',
    ]);
  });
});

describe('a code', () => {
  const exchange = (client: string, secret: string | null, form: Record<string, string>) =>
    tokenRequest({ grant_type: 'authorization_code', redirect_uri: CALLBACK, ...form }, [
      client,
      secret,
    ]);

  it('is worthless with a wrong verifier, another redirect URI, or for another app', async () => {
    const { client, secret, app } = await register();
    const other = await register();
    const { code, verifier } = await allowed(app);
    const refused = [
      await exchange(client.id, secret, { code, code_verifier: 'x'.repeat(43) }),
      await exchange(client.id, secret, { code }),
      await exchange(client.id, secret, {
        code,
        code_verifier: verifier,
        redirect_uri: 'https://helpdesk.example/',
      }),
      await exchange(other.client.id, other.secret, { code, code_verifier: verifier }),
    ];
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(
      refused.map(() => [400, 'invalid_grant']),
    );
  });

  it('works once; using it again ends all tokens that came of it', async () => {
    const { client, secret, app } = await register();
    const { code, verifier } = await allowed(app);
    const form = { code, code_verifier: verifier };
    const first = await exchange(client.id, secret, form);
    expect(await isAlive(first.body.access_token)).toBe(true);
    expect((await exchange(client.id, secret, form)).body.error).toBe('invalid_grant');
    expect(await isAlive(first.body.access_token)).toBe(false);
    await expect(app.refresh(first.body.refresh_token)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('works once, also if it is sent twice at the same time', async () => {
    const { client, secret, app } = await register();
    const { code, verifier } = await allowed(app);
    const form = { code, code_verifier: verifier };
    const both = await Promise.all([
      exchange(client.id, secret, form),
      exchange(client.id, secret, form),
    ]);
    expect(both.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it('of another server is not accepted by the app', async () => {
    const { app } = await register();
    const { back, ...started } = await allowed(app);
    back.searchParams.set('iss', 'https://evil.example');
    await expect(app.finish(back, started)).rejects.toThrow();
  });
});

describe('a refresh token', () => {
  it('is replaced at each use, and using an old one ends the family', async () => {
    const { app } = await register();
    const first = await app.connect('bob');
    const second = await app.refresh(first.refresh_token ?? '');
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await isAlive(second.access_token)).toBe(true);
    await expect(app.refresh(first.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect(await isAlive(second.access_token)).toBe(false);
    await expect(app.refresh(second.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it("isn't an access token, and isn't accepted from another app", async () => {
    const { app } = await register();
    const other = await register();
    const { refresh_token = '' } = await app.connect('bob');
    expect(await isAlive(refresh_token)).toBe(false);
    await expect(other.app.refresh(refresh_token)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect(await other.app.introspect(refresh_token)).toEqual({ active: false });
    // Neither was it ended by the attempt.
    expect((await app.refresh(refresh_token)).access_token).toMatch(/^tla_/);
  });
});

describe('a client', () => {
  const own = (id: string, secret: string | null) =>
    tokenRequest({ grant_type: 'client_credentials', scope: 'task:run' }, [id, secret]);

  it('needs its secret; a replaced one works until the overlap ends', async () => {
    const { client, secret } = await register();
    expect((await own(client.id, 'tls_wrong')).body.error).toBe('invalid_client');
    const path = `/org/${place.org}/project/${place.project}/oauth-client/${client.id}`;
    const rotate = async (overlap_hours: number) =>
      (await server.as('ada')('POST', `${path}/rotate-secret`, { overlap_hours })).body.secret;
    const second = await rotate(1);
    expect((await own(client.id, secret)).status).toBe(200);
    expect((await own(client.id, second)).status).toBe(200);
    const third = await rotate(0);
    expect((await own(client.id, second)).status).toBe(401);
    expect((await own(client.id, secret)).status).toBe(401);
    expect((await own(client.id, third)).status).toBe(200);
    // Its hash, which a copy of the database would reveal, is not the secret.
    expect((await own(client.id, 'hashed')).status).toBe(401);
  });

  it('without a secret gets no tokens on its own behalf', async () => {
    const { client } = await register({
      type: 'public',
      grants: ['authorization_code', 'refresh_token'],
    });
    const form = { grant_type: 'client_credentials', client_id: client.id, scope: 'task:run' };
    const { status, body } = await tokenRequest(form);
    expect([status, body.access_token]).toEqual([400, undefined]);
  });

  it('gets no scope that it is not registered for', async () => {
    const { client, secret } = await register();
    const form = { grant_type: 'client_credentials', scope: 'collection:search' };
    expect((await tokenRequest(form, [client.id, secret])).body.error).toBe('invalid_scope');
  });
});

it('refuses huge and broken requests, and keeps answering others', async () => {
  const huge = await tokenRequest({ grant_type: 'client_credentials', scope: 'x'.repeat(200_000) });
  expect(huge.status).toBeGreaterThanOrEqual(400);
  const json = await server.call({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/json' },
    payload: '{"grant_type":',
  });
  expect(json.status).toBe(400);
  const metadata = await server.call({ url: '/.well-known/oauth-authorization-server' });
  expect(metadata.body).toMatchObject({
    issuer: server.url,
    token_endpoint: `${server.url}/oauth/token`,
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
  });
});

it('ignores what the request says about the host', async () => {
  const { app } = await register();
  const { url } = await app.start();
  const response = await server.app.inject({
    url: new URL(url).pathname + new URL(url).search,
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
  });
  expect(new URL(String(response.headers.location), server.url).origin).toBe(server.url);
});
