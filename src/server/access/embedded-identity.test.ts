import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../tests/support/process.ts';
import { openTestDatabase } from '../db/testing.ts';
import { startTestApp, type TestApp } from '../testing.ts';

const database = await openTestDatabase();
let server: TestApp;
afterEach(() => server.close());
afterAll(() => database.close());

/** The server on a port with its own identity service, as a browser sees it. */
async function start(method: 'jwt' | 'cookie') {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = { AUTH_METHOD: method, PORT: String(port), PUBLIC_URL: url };
  server = await startTestApp(env, { verifier: 'embedded', database });
  await server.app.listen({ port, host: 'localhost' });
  return url;
}

/** Calls of a browser: they send cookies and return JSON. */
function browser(url: string) {
  const jar = new Map<string, string>();
  return async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(path.startsWith('http') ? path : url + path, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        origin: url,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /max-age=0|1970/i.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    }
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: tests read any part of a response
    return { status: response.status, body: (text ? JSON.parse(text) : null) as any };
  };
}

type Browser = ReturnType<typeof browser>;

function csrfOf(flow: { ui: { nodes: { attributes: { name: string; value: string } }[] } }) {
  return flow.ui.nodes.find(({ attributes }) => attributes.name === 'csrf_token')?.attributes.value;
}

async function register(call: Browser, email: string) {
  const flow = (await call('GET', '/identity/self-service/registration/browser')).body;
  const response = await call('POST', flow.ui.action, {
    method: 'password',
    password: 'correct horse battery 9',
    traits: { email, name: 'Ursula' },
    csrf_token: csrfOf(flow),
  });
  expect(response.status).toBe(200);
}

async function signIn(call: Browser, identifier: string) {
  const flow = (await call('GET', '/identity/self-service/login/browser')).body;
  const response = await call('POST', flow.ui.action, {
    method: 'password',
    password: 'correct horse battery 9',
    identifier,
    csrf_token: csrfOf(flow),
  });
  expect(response.status).toBe(200);
}

const signOut = async (call: Browser) => {
  const { logout_url } = (await call('GET', '/identity/self-service/logout/browser')).body;
  expect((await call('GET', logout_url)).status).toBe(204);
};

describe('signing up', { timeout: 60_000 }, () => {
  it('gives access to the API with a token, until signing out', async () => {
    const url = await start('jwt');
    const call = browser(url);
    await register(call, 'jwt@example.com');
    expect((await call('GET', '/api/v1/user')).status).toBe(401);
    const session = await call('GET', '/identity/sessions/whoami?tokenize_as=taskloom');
    const token = { authorization: `Bearer ${session.body.tokenized}` };
    const user = await call('GET', '/api/v1/user', undefined, token);
    expect(user.body).toMatchObject({ email: 'jwt@example.com', name: 'Ursula' });
    const org = (await call('GET', '/api/v1/org', undefined, token)).body.results[0].id;
    const projects = await call('GET', `/api/v1/org/${org}/project`, undefined, token);
    const keys = `/api/v1/org/${org}/project/${projects.body.results[0].id}/api-key`;
    expect((await call('POST', keys, { name: 'One' }, token)).status).toBe(201);
    await signOut(call);
    expect((await call('POST', keys, { name: 'Two' }, token)).status).toBe(401);
    expect((await call('PATCH', '/api/v1/user', { bio: 'Hi' }, token)).status).toBe(401);
    expect((await call('GET', '/api/v1/user', undefined, token)).status).toBe(401);
  });

  it('rejects the token of a session that was ended by another one', async () => {
    const url = await start('jwt');
    const tokenOf = async (call: Browser) => {
      const { body } = await call('GET', '/identity/sessions/whoami?tokenize_as=taskloom');
      return { authorization: `Bearer ${body.tokenized}` };
    };
    const save = async (call: Browser, token: Record<string, string>) =>
      (await call('PATCH', '/api/v1/user', { bio: 'Hi' }, token)).status;
    const laptop = browser(url);
    await register(laptop, 'two@example.com');
    const own = await tokenOf(laptop);
    const signInElsewhere = async () => {
      const phone = browser(url);
      await signIn(phone, 'two@example.com');
      const token = await tokenOf(phone);
      expect(await save(phone, token)).toBe(200);
      return token;
    };
    const first = await signInElsewhere();
    const second = await signInElsewhere();
    const sessions = (await laptop('GET', '/identity/sessions')).body as { id: string }[];
    expect(sessions).toHaveLength(2);
    // Newest first.
    expect((await laptop('DELETE', `/identity/sessions/${sessions[0]?.id}`)).status).toBe(204);
    expect(await save(laptop, second)).toBe(401);
    expect(await save(laptop, first)).toBe(200);
    const settings = (await laptop('GET', '/identity/self-service/settings/browser')).body;
    const changed = await laptop('POST', settings.ui.action, {
      method: 'password',
      password: 'another long password 7',
      csrf_token: csrfOf(settings),
    });
    expect(changed.status).toBe(200);
    expect(await save(laptop, first)).toBe(401);
    expect(await save(laptop, own)).toBe(200);
  });

  it('gives access to the API with the cookie, until signing out', async () => {
    const url = await start('cookie');
    const call = browser(url);
    await register(call, 'cookie@example.com');
    expect((await call('GET', '/api/v1/user')).body.email).toBe('cookie@example.com');
    expect((await call('PATCH', '/api/v1/user', { bio: 'Hi' })).body.bio).toBe('Hi');
    const evil = { origin: 'https://evil.example.com' };
    expect((await call('PATCH', '/api/v1/user', { bio: 'Ha' }, evil)).status).toBe(403);
    const other = browser(url);
    await register(other, 'other@example.com');
    expect((await other('GET', '/api/v1/user')).body.email).toBe('other@example.com');
    await signOut(call);
    expect((await call('GET', '/api/v1/user')).status).toBe(401);
    expect((await other('GET', '/api/v1/user')).status).toBe(200);
  });
});
