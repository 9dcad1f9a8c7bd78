import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { WELCOME_CREDIT } from '#core/limits.ts';
import { ChatClient } from '../../../tests/support/chat-client.ts';
import { freePort } from '../../../tests/support/process.ts';
import { openTestDatabase } from '../db/testing.ts';
import { storedMails } from '../platform/mail/testing.ts';
import { startTestApp, type TestApp } from '../testing.ts';

const database = await openTestDatabase();
let server: TestApp;
afterEach(() => server.close());
afterAll(() => database.close());

/** The server on a port with its own identity service, as a browser sees it. */
async function start(method: 'jwt' | 'cookie', more: Record<string, string> = {}) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = { AUTH_METHOD: method, PORT: String(port), PUBLIC_URL: url, ...more };
  server = await startTestApp(env, { verifier: 'embedded', database });
  await server.app.listen({ port, host: 'localhost' });
  return url;
}

/** Calls of a browser: they send cookies and return JSON. */
function browser(url: string) {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const call = async (
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
        cookie: cookie(),
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
  return Object.assign(call, { cookie });
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
  return response.body;
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

/** The code in the latest email to an address. */
async function codeFor(email: string) {
  const mails = await storedMails(server);
  const mail = mails.findLast(({ recipient }) => recipient === email);
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
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

  it.each(['jwt', 'cookie'] as const)(
    'ends the chat sockets of a session within a second, and no others (%s)',
    async (method) => {
      const url = await start(method);
      const email = `socket-${method}@example.com`;
      const [laptop, phone, tablet] = [browser(url), browser(url), browser(url)];
      await register(laptop, email);
      for (const call of [phone, tablet]) await signIn(call, email);
      const tokenOf = async (call: Browser): Promise<string | undefined> => {
        if (method === 'cookie') return undefined;
        const { body } = await call('GET', '/identity/sessions/whoami?tokenize_as=taskloom');
        return body.tokenized;
      };
      const token = await tokenOf(laptop);
      const bearer: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
      const orgId = (await laptop('GET', '/api/v1/org', undefined, bearer)).body.results[0].id;
      const projects = await laptop('GET', `/api/v1/org/${orgId}/project`, undefined, bearer);
      const place = { orgId, projectId: projects.body.results[0].id };
      const connect = async (call: Browser) => {
        const client = new ChatClient(`${url}/api/v1`, { cookie: call.cookie(), origin: url });
        await client.hello(place, await tokenOf(call));
        expect(client.of('welcome')).toHaveLength(1);
        return client;
      };
      const sockets = await Promise.all([laptop, phone, tablet].map(connect));
      const [own, ended, changed] = sockets;
      const endOf = async (client: ChatClient | undefined) => {
        const at = performance.now();
        await client?.until(() => client.closed);
        return [client?.closed?.code, performance.now() - at < 1000];
      };
      await signOut(phone);
      expect(await endOf(ended)).toEqual([4401, true]);
      expect(ended?.of('rejected')[0]?.problem).toMatchObject({ status: 401 });
      const settings = (await laptop('GET', '/identity/self-service/settings/browser')).body;
      await laptop('POST', settings.ui.action, {
        method: 'password',
        password: 'another long password 7',
        csrf_token: csrfOf(settings),
      });
      expect(await endOf(changed)).toEqual([4401, true]);
      own?.send({ type: 'ping' });
      await own?.next('pong');
      expect(own?.closed).toBeUndefined();
      own?.close();
    },
  );

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

describe('an address that nobody has verified', { timeout: 60_000 }, () => {
  const balanceOf = async (call: Browser, headers: Record<string, string>) => {
    const org = (await call('GET', '/api/v1/org', undefined, headers)).body.results[0].id;
    return (await call('GET', `/api/v1/org/${org}/balance`, undefined, headers)).body;
  };

  it.each(['jwt', 'cookie'] as const)(
    'brings the credit at its verification (%s)',
    async (method) => {
      const url = await start(method, { SMTP_URL: 'smtp://127.0.0.1:1' });
      const call = browser(url);
      const email = `${method}-new@example.com`;
      const { continue_with } = await register(call, email);
      const session = await call('GET', '/identity/sessions/whoami?tokenize_as=taskloom');
      const token: Record<string, string> =
        method === 'jwt' ? { authorization: `Bearer ${session.body.tokenized}` } : {};
      expect(await balanceOf(call, token)).toMatchObject({
        granted: 0,
        credit_due: WELCOME_CREDIT,
      });

      const verification = `/identity/self-service/verification/flows?id=${continue_with.at(-1).flow.id}`;
      const flow = (await call('GET', verification)).body;
      const code = await codeFor(email);
      const form = { method: 'code', code, csrf_token: csrfOf(flow) };
      expect((await call('POST', flow.ui.action, form)).body.state).toBe('passed_challenge');
      // Immediately, with the same token.
      expect(await balanceOf(call, token)).toMatchObject({
        granted: WELCOME_CREDIT,
        credit_due: 0,
      });
    },
  );

  it('brings no credit where no mail is sent, so that nobody could verify it, unless everyone is trusted', async () => {
    const call = browser(await start('cookie'));
    await register(call, 'unmailed@example.com');
    expect(await balanceOf(call, {})).toMatchObject({ granted: 0, credit_due: 0 });
    const trusting = browser(await start('cookie', { TRUST_ADDRESSES: 'true' }));
    await register(trusting, 'trusted@example.com');
    expect(await balanceOf(trusting, {})).toMatchObject({ granted: WELCOME_CREDIT, credit_due: 0 });
  });
});

describe('a squatter', { timeout: 60_000 }, () => {
  it('loses API keys and webhooks too when the owner proves the address', async () => {
    const url = await start('cookie', { SMTP_URL: 'smtp://127.0.0.1:1' });
    const email = 'owned@example.com';
    const squatter = browser(url);
    await register(squatter, email);
    const org = `/api/v1/org/${(await squatter('GET', '/api/v1/org')).body.results[0].id}`;
    const project = `${org}/project/${(await squatter('GET', `${org}/project`)).body.results[0].id}`;
    const { key } = (await squatter('POST', `${project}/api-key`, { name: 'Kept' })).body;
    const hook = { name: 'Kept', url: 'https://example.com/hook', events: ['run.failed'] };
    expect((await squatter('POST', `${project}/webhook`, hook)).status).toBe(201);
    expect((await squatter('POST', `${project}/task`, { name: 'Typed' })).status).toBe(201);
    const readRun = (headers: Record<string, string>) =>
      browser(url)('GET', `${project}/run/run_01jd0000000000000000000000`, undefined, headers);
    const withKey = { authorization: `Bearer ${key}` };
    // The key is accepted; there is no such run.
    expect((await readRun(withKey)).status).toBe(404);

    const owner = browser(url);
    const flow = (await owner('GET', '/identity/self-service/registration/browser')).body;
    const traits = { email, name: 'Olga' };
    const csrf_token = csrfOf(flow);
    const form = { method: 'password', password: 'correct horse battery 8', traits, csrf_token };
    expect((await owner('POST', flow.ui.action, form)).body.state).toBe('sent_email');
    const proof = { method: 'code', code: await codeFor(email), csrf_token };
    expect((await owner('POST', flow.ui.action, proof)).status).toBe(200);

    expect((await readRun(withKey)).status).toBe(401);
    expect((await owner('GET', `${project}/api-key`)).body.results).toEqual([]);
    expect((await owner('GET', `${project}/webhook`)).body.results).toEqual([]);
    expect((await owner('GET', `${project}/task`)).body.results).toMatchObject([{ name: 'Typed' }]);
    const { results } = (await owner('GET', `${org}/audit`)).body;
    const ended = results.filter(({ action }: { action: string }) => action === 'endAccess');
    expect(ended.map(({ target }: { target: object }) => target)).toMatchObject([
      { type: 'webhook', name: 'Kept' },
      { type: 'api_key', name: 'Kept' },
    ]);
  });
});
