import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChatClientMessage, ChatServerMessage } from '#generated/model/index.ts';
import { dropToken } from '../auth-token.ts';
import { configureApi } from '../config.ts';
import { forgetSession } from '../session.ts';
import { json, jwt, stubFetch } from '../testing.ts';
import { type ChatEvent, createChatSocket } from './chat-socket.ts';

type Sent<Type> = Extract<ChatClientMessage, { type: Type }>;
type WithoutSeq<M> = M extends unknown ? Omit<M, 'seq'> : never;

/** The server's side of the connections that the page has opened, oldest first. */
let servers: FakeSocket[] = [];

class FakeSocket {
  static readonly OPEN = 1;
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly sent: ChatClientMessage[] = [];
  readonly url: string;
  #seq = 0;

  constructor(url: string) {
    this.url = url;
    servers.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  of<Type extends ChatClientMessage['type']>(type: Type): Sent<Type>[] {
    return this.sent.filter((message): message is Sent<Type> => message.type === type);
  }
  reply(message: WithoutSeq<ChatServerMessage>) {
    this.#seq += 1;
    this.onmessage?.({ data: JSON.stringify({ ...message, seq: this.#seq }) });
  }
  async accept() {
    this.readyState = 1;
    this.onopen?.();
    await vi.advanceTimersByTimeAsync(1);
  }
  welcome(id = 'user_1') {
    this.reply({ type: 'welcome', user: { id, name: 'Ada' }, heartbeat_seconds: 25 });
  }
  /** As when the network is lost. */
  break() {
    this.readyState = 3;
    this.onclose?.();
  }
}

let tokens: string[] = [];
const closers: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  servers = [];
  tokens = ['first', 'second', 'third'];
  vi.stubGlobal('WebSocket', FakeSocket);
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'jwt' });
  stubFetch({
    'GET /identity/sessions/whoami': () =>
      json({ id: 's1', tokenized: jwt(tokens.shift() ?? 'last') }),
  });
});
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await vi.advanceTimersByTimeAsync(6000);
  forgetSession();
  dropToken();
});

const last = () => servers.at(-1) as FakeSocket;

async function start() {
  const socket = createChatSocket('org_1', 'project_1');
  const events: ChatEvent[] = [];
  const close = socket.open('chat_1', { after: 3, onEvent: (event) => events.push(event) });
  closers.push(close);
  await last().accept();
  last().welcome();
  return { socket, events, close };
}

it('connects, authenticates, opens the chat and acknowledges', async () => {
  const { socket, events } = await start();
  const [server] = servers;
  expect(server?.url).toMatch(/^ws:.*\/api\/v1\/chat-socket$/);
  expect(server?.of('hello')[0]).toMatchObject({ org_id: 'org_1', token: jwt('first') });
  expect(server?.of('open')[0]).toMatchObject({ chat_id: 'chat_1', after: 3 });
  expect(socket.status).toBe('open');
  server?.reply({ type: 'opened', ref: 'open-1', chat_id: 'chat_1', change: 9 });
  expect(events.map(({ type }) => type)).toEqual(['opened']);
  await vi.advanceTimersByTimeAsync(300);
  expect(server?.of('ack').at(-1)?.seq).toBe(2);
});

it('comes back after the connection was lost, from where it was, and sends what waits once', async () => {
  const { socket } = await start();
  last().reply({ type: 'opened', ref: 'open-1', chat_id: 'chat_1', change: 9 });
  const sent = socket.send('chat_1', { text: 'Hi' }, 'r1');
  expect(last().of('send')).toHaveLength(1);
  last().break();
  expect(socket.status).toBe('offline');
  // Sent while it is offline.
  const later = socket.send('chat_1', { text: 'There' }, 'r2');
  await vi.advanceTimersByTimeAsync(1000);
  await last().accept();
  last().welcome();
  expect(servers).toHaveLength(2);
  expect(last().of('open')[0]?.after).toBe(9);
  expect(
    last()
      .of('send')
      .map(({ ref }) => ref),
  ).toEqual(['r1', 'r2']);
  for (const ref of ['r1', 'r2'])
    last().reply({ type: 'accepted', ref, chat_id: 'chat_1', message_id: `message_${ref}` });
  expect([await sent, await later]).toEqual(['message_r1', 'message_r2']);
  last().break();
  await vi.advanceTimersByTimeAsync(1000);
  await last().accept();
  last().welcome();
  expect(last().of('send')).toEqual([]);
});

it('renews its token once when that is rejected, and then gives up', async () => {
  const { socket } = await start();
  const waiting = socket.send('chat_1', { text: 'Hi' });
  const refused = expect(waiting).rejects.toMatchObject({ status: 401 });
  const problem = {
    type: 't',
    title: 'Not signed in',
    status: 401,
    code: 'unauthenticated',
  } as const;
  last().reply({ type: 'rejected', ref: null, problem });
  expect(servers).toHaveLength(2);
  await last().accept();
  expect(last().of('hello')[0]?.token).toBe(jwt('second'));
  vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  last().reply({ type: 'rejected', ref: null, problem });
  await refused;
  expect(socket.status).toBe('refused');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(servers).toHaveLength(2);
});

it('does not send what one user wrote as another', async () => {
  const { socket } = await start();
  const waiting = expect(socket.send('chat_1', { text: 'Hi' })).rejects.toThrow();
  last().break();
  await vi.advanceTimersByTimeAsync(1000);
  await last().accept();
  last().welcome('user_2');
  await waiting;
  expect(last().of('send')).toEqual([]);
});

it('notices a connection that has died without a sign of it', async () => {
  await start();
  await vi.advanceTimersByTimeAsync(25_000);
  expect(last().of('ping')).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(servers).toHaveLength(2);
});

it('asks for the chat again when too much has changed, and passes on why a chat is closed', async () => {
  const { events } = await start();
  const refusal = { type: 't', title: 'Invalid', status: 400, code: 'invalid_request' } as const;
  const errors = [{ pointer: '/after', message: 'Too much' }];
  last().reply({ type: 'rejected', ref: 'open-2', problem: { ...refusal, errors } });
  expect(events).toEqual([{ type: 'stale', chat_id: 'chat_1' }]);
  expect(last().of('open').at(-1)).not.toHaveProperty('after');
  const denied = { type: 't', title: 'Denied', status: 403, code: 'chat_denied' } as const;
  last().reply({ type: 'rejected', ref: 'open-3', problem: denied });
  expect(events.at(-1)).toMatchObject({ type: 'closed', problem: denied });
});

it('reconnects at once when the network is back, and leaves when nothing is open', async () => {
  const { socket, close } = await start();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  expect(socket.status).toBe('offline');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(servers).toHaveLength(1);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(servers).toHaveLength(2);
  await last().accept();
  last().welcome();
  close();
  expect(last().of('close')).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(6000);
  expect(last().readyState).toBe(3);
});
