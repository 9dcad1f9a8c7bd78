import { afterEach, expect, it } from 'vitest';
import { responseCheck } from '#domain/request/validation.ts';
import { ChatClient } from '../../../tests/support/chat-client.ts';
import { startTestApp, type TestApp } from '../testing.ts';

const violation = responseCheck('#/components/schemas/ChatServerMessage');
let started: TestApp | undefined;
let clients: ChatClient[] = [];

afterEach(async () => {
  for (const client of clients) {
    for (const message of client.received) expect(violation(message)).toBeUndefined();
    client.close();
  }
  clients = [];
  await started?.close();
  started = undefined;
});

async function start(env: Record<string, string> = {}) {
  started = await startTestApp(env);
  const address = await started.app.listen({ port: 0, host: '127.0.0.1' });
  const baseUrl = `${address}/api/v1`;
  const connect = (headers?: Record<string, string>) => {
    const client = new ChatClient(baseUrl, headers);
    clients.push(client);
    return client;
  };
  return { app: started, baseUrl, connect };
}

/** A project of Ada's with a chat that everyone in it may view. */
async function createChat({ as }: TestApp) {
  const ada = as('ada');
  const { body: org } = await ada('POST', '/org', { name: 'Looms' });
  const { body: project } = await ada('POST', `/org/${org.id}/project`, { name: 'Chats' });
  const path = `/org/${org.id}/project/${project.id}`;
  const made = await ada('POST', `${path}/chat`, { config: { type: 'model' } });
  expect(made.status, made.text).toBe(201);
  return { place: { orgId: org.id, projectId: project.id }, path, chat: made.body.id as string };
}

it('relays an answer, and resumes it on another connection', async () => {
  const { app, connect } = await start();
  const { place, chat } = await createChat(app);
  const first = await connect().hello(place, 'token-ada');
  await first.open(chat);
  first.send({ type: 'send', ref: 'r', chat_id: chat, message: { text: 'What is a loom?' } });
  const { message_id } = await first.next('delta');
  first.close();
  const second = await connect().hello(place, 'token-ada');
  await second.open(chat, 0);
  const answer = await second.ended();
  expect(answer).toMatchObject({ id: message_id, status: 'succeeded' });
  expect(answer.text.startsWith(second.textOf(message_id))).toBe(true);
  expect(second.of('message').map(({ message }) => message.position)).toContain(1);
});

it('serves those who sign in, however many silent connections their network has', async () => {
  const { app, connect } = await start();
  const { place } = await createChat(app);
  const silent = Array.from({ length: 300 }, () => connect());
  const opened = ({ socket }: ChatClient) =>
    new Promise((resolve) => socket.addEventListener('open', resolve));
  await Promise.all(silent.map(opened));
  const ada = await connect().hello(place, 'token-ada');
  expect(ada.of('welcome')).toHaveLength(1);
  await silent[0]?.until(() => silent[0]?.closed);
});

it('refuses requests that are no sockets, and sockets elsewhere', async () => {
  const { app, baseUrl } = await start();
  const plain = await app.call({ method: 'GET', url: '/api/v1/chat-socket' });
  expect(plain.status).toBe(400);
  expect(plain.body).toMatchObject({
    code: 'invalid_request',
    detail: 'Connect with a WebSocket.',
  });
  for (const path of ['/api/v1/health', '/healthz', '/nothing', '/api/v1/nothing']) {
    const socket = new WebSocket(baseUrl.replace('/api/v1', path).replace(/^http/, 'ws'));
    const event = await new Promise<Event>((resolve) => {
      socket.onopen = resolve;
      socket.onerror = resolve;
    });
    expect(event.type, path).toBe('error');
  }
});

it('serves clients that offer another protocol', async () => {
  const { baseUrl } = await start();
  const { request } = await import('node:http');
  const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AA' };
  const status = await new Promise((resolve, reject) => {
    request(baseUrl.replace('/api/v1', '/healthz'), { headers }, (response) =>
      resolve(response.statusCode),
    )
      .on('error', reject)
      .end();
  });
  expect(status).toBe(200);
});

it('does not take a cookie from another site, or without an origin', async () => {
  const env = { AUTH_METHOD: 'cookie', PUBLIC_URL: 'http://localhost:4000' };
  const { app, connect } = await start(env);
  const cookie = 'session=ada';
  const ours = { cookie, origin: 'http://localhost:4000' };
  const { body: org } = await app.call({
    method: 'POST',
    url: '/api/v1/org',
    headers: ours,
    payload: { name: 'Looms' },
  });
  const { body: project } = await app.call({
    method: 'POST',
    url: `/api/v1/org/${org.id}/project`,
    headers: ours,
    payload: { name: 'Chats' },
  });
  const place = { orgId: org.id, projectId: project.id };
  const welcome = await connect(ours).hello(place);
  expect(welcome.of('welcome')).toHaveLength(1);
  const theirs: Record<string, string>[] = [{ cookie, origin: 'https://evil.example' }, { cookie }];
  for (const headers of theirs) {
    const refused = await connect(headers).hello(place);
    expect(refused.of('rejected')[0]?.problem).toMatchObject({ code: 'forbidden' });
    expect(refused.closed?.code).toBe(4403);
  }
  const stranger = await connect({ origin: ours.origin }).hello(place);
  expect(stranger.closed?.code).toBe(4401);
});

it('survives what is too large, not text, or abruptly ended', async () => {
  const { app, connect } = await start();
  const { place, chat } = await createChat(app);
  const [binary, huge, large, abrupt, good] = await Promise.all(
    Array.from({ length: 5 }, () => connect().hello(place, 'token-ada')),
  );
  await good?.open(chat);
  binary?.socket.send(new Uint8Array([1, 2, 3]));
  expect((await binary?.next('rejected'))?.problem.status).toBe(400);
  huge?.send('x'.repeat(2_000_000));
  await huge?.until(() => huge.closed);
  large?.send(`"${'x'.repeat(500_000)}"`);
  await large?.until(() => large.closed);
  expect(large?.closed?.code).toBe(1009);
  abrupt?.send({ type: 'open', ref: 'a', chat_id: chat });
  abrupt?.close();
  good?.send({ type: 'ping' });
  await good?.next('pong');
});

it('ends sockets when it stops', async () => {
  const { app, connect } = await start();
  const { place } = await createChat(app);
  const client = await connect().hello(place, 'token-ada');
  await app.close();
  started = undefined;
  await client.until(() => client.closed);
  expect(client.closed?.code).toBe(1001);
});
