import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authorise } from '#domain/authorise.ts';
import { operations } from '#domain/call.ts';
import { createChatService } from '#domain/chat/chat.service.ts';
import { createMessageService } from '#domain/chat/message.service.ts';
import { createChatSocket } from '#domain/chat/socket/session.ts';
import type { Access } from '#domain/principal.ts';
import { responseCheck } from '#domain/request/validation.ts';
import type { ChatServerMessage } from '#generated/model/index.ts';
import { createMockDomain, type MockDomain } from '../domain.ts';
import { callerWithToken } from '../http/access.ts';
import { tokenOf } from '../identity/tokens.ts';
import type { Persona } from '../scenarios.ts';
import { ORG_ID, PROJECT_ID } from '../seed/ids.ts';
import { seedWorld } from '../seed/world.ts';
import { createStore, type Store } from '../store.ts';

type Message<Type extends ChatServerMessage['type']> = Extract<ChatServerMessage, { type: Type }>;

const violation = responseCheck('#/components/schemas/ChatServerMessage');
const PLACE = { orgId: ORG_ID, projectId: PROJECT_ID };
let store: Store;
let domain: MockDomain;
const clients: Client[] = [];

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'performance', 'Date'],
  });
  store = createStore(seedWorld({}), 0);
  domain = createMockDomain(store);
});
afterEach(() => {
  for (const { session } of clients.splice(0)) session.closed();
  vi.useRealTimers();
});

/** A client whose network takes everything at once, unless it is told not to. */
class Client {
  readonly sent: ChatServerMessage[] = [];
  buffered = 0;
  /** Whether what arrives is acknowledged. */
  acks = true;
  closed: number | undefined;
  readonly session = createChatSocket(domain)({
    send: (text) => this.#receive(text),
    buffered: () => this.buffered,
    close: (code) => {
      this.closed = code;
    },
    authenticate: (token) => callerWithToken(store, domain, token),
  });

  #receive(text: string): void {
    const message = JSON.parse(text) as ChatServerMessage;
    expect(violation(message), text).toBeUndefined();
    this.sent.push(message);
    if (this.acks) queueMicrotask(() => this.send({ type: 'ack', seq: message.seq }));
  }

  send(message: unknown): void {
    this.session.receive(typeof message === 'string' ? message : JSON.stringify(message));
  }

  of<Type extends ChatServerMessage['type']>(type: Type): Message<Type>[] {
    return this.sent.filter((message): message is Message<Type> => message.type === type);
  }

  async until(test: () => unknown): Promise<void> {
    for (let i = 0; i < 400 && !test(); i += 1) await vi.advanceTimersByTimeAsync(5);
    expect(test(), JSON.stringify(this.sent.slice(-5))).toBeTruthy();
  }

  async next<Type extends ChatServerMessage['type']>(
    type: Type,
    count = 1,
  ): Promise<Message<Type>> {
    await this.until(() => this.of(type).length >= count);
    return this.of(type)[count - 1] as Message<Type>;
  }

  /** Waits until an answer has ended like this. */
  async ended(status = 'succeeded'): Promise<void> {
    const isIt = ({ message }: Message<'message'>) =>
      message.role === 'assistant' && message.status === status && message.ended_at !== null;
    await this.until(() => this.of('message').some(isIt));
  }

  hello(who: Persona = 'member', more: object = {}): void {
    const token = tokenOf(store, who);
    this.send({ type: 'hello', token, org_id: ORG_ID, project_id: PROJECT_ID, ...more });
  }

  async open(chat_id: string, after?: number): Promise<Message<'opened'>> {
    const count = this.of('opened').length + 1;
    const message = { type: 'open', ref: `open-${count}`, chat_id };
    this.send(after === undefined ? message : { ...message, after });
    return this.next('opened', count);
  }

  ask(chat_id: string, text: string, ref = text): void {
    this.send({ type: 'send', ref, chat_id, message: { text } });
  }
}

function connect(): Client {
  const client = new Client();
  clients.push(client);
  return client;
}

async function callerOf(who: Persona) {
  const principal = await callerWithToken(store, domain, tokenOf(store, who));
  let access: Access = { orgRole: null, projectRole: null };
  await authorise(domain.standing, operations.createChat, PLACE, principal, (found) => {
    access = found;
  });
  return { principal, access };
}

async function createChat(who: Persona = 'member', audience?: 'project') {
  const caller = await callerOf(who);
  const chats = createChatService(domain);
  const { id } = await chats.create(PLACE, { config: { type: 'model' } }, caller);
  if (audience) await chats.share(id, { audience }, caller);
  return id;
}

/** What a client shows of an answer, from the parts that it received. */
function textOf(sent: readonly ChatServerMessage[], id: string): string {
  let text = '';
  for (const message of sent) {
    if (message.type === 'reset' && message.message_id === id) text = '';
    if (message.type !== 'delta' || message.message_id !== id) continue;
    expect(message.offset).toBe(text.length);
    text += message.text;
  }
  return text;
}

describe('a chat socket', () => {
  it('sends a message and follows its answer', async () => {
    store.tokenMs = 5;
    const chat = await createChat();
    const client = connect();
    client.hello();
    expect(await client.next('welcome')).toMatchObject({ seq: 1, heartbeat_seconds: 25 });
    expect(await client.open(chat)).toMatchObject({ ref: 'open-1', chat_id: chat, change: 0 });
    client.ask(chat, 'What is a task?', 'r1');
    const { message_id } = await client.next('accepted');
    await client.ended();
    const messages = client.of('message').map(({ message }) => message);
    expect(messages[0]).toMatchObject({ id: message_id, role: 'user', text: 'What is a task?' });
    const answer = messages.at(-1);
    expect(answer).toMatchObject({ role: 'assistant', status: 'succeeded' });
    const streamed = textOf(client.sent, answer?.id ?? '');
    expect(streamed.length).toBeGreaterThan(0);
    expect(answer?.text.startsWith(streamed)).toBe(true);
    expect(client.of('chat').at(-1)?.chat).toMatchObject({ title: 'What is a task?' });
    expect(client.sent.map(({ seq }) => seq)).toEqual(client.sent.map((_, index) => index + 1));
  });

  it('sends what a client has missed, and an answer in progress from its start', async () => {
    store.tokenMs = 20;
    const chat = await createChat();
    const first = connect();
    first.hello();
    await first.open(chat);
    first.ask(chat, 'Hello');
    await first.next('delta', 3);
    first.session.closed();

    const second = connect();
    second.hello();
    expect((await second.open(chat, 0)).change).toBeGreaterThan(0);
    const types = second.sent.map(({ type }) => type);
    expect(types.indexOf('message')).toBeLessThan(types.indexOf('opened'));
    expect((await second.next('delta')).offset).toBe(0);
    await second.ended();
    const answer = second.of('message').at(-1)?.message;
    expect(answer?.text.startsWith(textOf(second.sent, answer.id))).toBe(true);
  });

  it('stops an answer', async () => {
    store.tokenMs = 50;
    const chat = await createChat();
    const client = connect();
    client.hello();
    await client.open(chat);
    client.ask(chat, 'Tell me a long story');
    const { message_id } = await client.next('delta');
    client.send({ type: 'stop', ref: 's', chat_id: chat, message_id });
    expect(await client.next('accepted', 2)).toMatchObject({ ref: 's', message_id });
    await client.ended('cancelled');
  });

  it('stores a message once that is sent again with its ref, also on another connection', async () => {
    const chat = await createChat();
    const ids: string[] = [];
    for (let i = 0; i < 2; i += 1) {
      const client = connect();
      client.hello();
      client.ask(chat, 'Once', 'same');
      ids.push((await client.next('accepted')).message_id);
      client.session.closed();
    }
    expect(new Set(ids).size).toBe(1);
  });

  it('answers one of two messages that two tabs send at once, and rejects the other', async () => {
    store.tokenMs = 5;
    const chat = await createChat();
    const tabs = [connect(), connect()];
    for (const tab of tabs) {
      tab.hello();
      await tab.open(chat);
    }
    for (const [index, tab] of tabs.entries()) tab.ask(chat, `From tab ${index}`);
    await tabs[0]?.until(() =>
      tabs.every((tab) => tab.of('accepted').length + tab.of('rejected').length === 1),
    );
    const rejected = tabs.flatMap((tab) => tab.of('rejected'));
    expect(rejected.map(({ problem }) => problem.code)).toEqual(['answer_in_progress']);
    // Both show the message that was accepted.
    for (const tab of tabs) await tab.ended();
  });
});

describe('two people', () => {
  it('see each other, and who is typing', async () => {
    const chat = await createChat('member', 'project');
    const [ada, grace] = [connect(), connect()];
    ada.hello('member');
    grace.hello('editor');
    await ada.open(chat);
    await grace.open(chat);
    await ada.until(() => ada.of('presence').at(-1)?.people.length === 2);
    grace.send({ type: 'typing', chat_id: chat, typing: true });
    await ada.until(() =>
      ada
        .of('presence')
        .at(-1)
        ?.people.some(({ typing }) => typing),
    );
    await vi.advanceTimersByTimeAsync(7500);
    expect(
      ada
        .of('presence')
        .at(-1)
        ?.people.some(({ typing }) => typing),
    ).toBe(false);
    grace.session.closed();
    await ada.until(() => ada.of('presence').at(-1)?.people.length === 1);
  });

  it('are told when they lose access', async () => {
    const chat = await createChat('member', 'project');
    const grace = connect();
    grace.hello('editor');
    await grace.open(chat);
    await createChatService(domain).share(chat, { audience: 'private' }, await callerOf('member'));
    const { problem } = await grace.next('closed');
    expect(problem).toMatchObject({
      code: 'chat_denied',
      detail: "You don't have permission to view this chat.",
    });
    // Nothing that happens from now on reaches them.
    const { principal } = await callerOf('member');
    await createMessageService(domain).send(chat, { text: 'Secret' }, { principal });
    await vi.advanceTimersByTimeAsync(1000);
    expect(JSON.stringify(grace.sent)).not.toContain('Secret');
  });

  it('are told when they are removed from the project', async () => {
    const chat = await createChat('owner', 'project');
    const client = connect();
    client.hello('member');
    await client.open(chat);
    store.data.tables.org_member = {};
    store.data.tables.project_member = {};
    await vi.advanceTimersByTimeAsync(16_000);
    expect((await client.next('closed')).problem.code).toBe('chat_denied');
  });

  it('are told when the chat is deleted', async () => {
    const chat = await createChat('member', 'project');
    const client = connect();
    client.hello('editor');
    await client.open(chat);
    await createChatService(domain).delete(chat);
    expect((await client.next('closed')).problem).toMatchObject({ code: 'not_found' });
  });
});

describe('a client that is not what it should be', () => {
  it('is closed when it does not say hello, or stays silent', async () => {
    const [mute, silent] = [connect(), connect()];
    silent.hello();
    await silent.next('welcome');
    silent.acks = false;
    await vi.advanceTimersByTimeAsync(12_000);
    expect(mute.closed).toBe(4401);
    expect(mute.of('rejected')[0]?.problem.code).toBe('unauthenticated');
    await vi.advanceTimersByTimeAsync(50_000);
    expect(silent.closed).toBe(1000);
  });

  it('is refused with an invalid token, another project, or before hello', async () => {
    const [wrong, elsewhere, early] = [connect(), connect(), connect()];
    wrong.hello('member', { token: 'nonsense' });
    expect((await wrong.next('rejected')).problem.code).toBe('unauthenticated');
    expect(wrong.closed).toBe(4401);
    elsewhere.hello('member', { project_id: 'project_nowhere' });
    expect((await elsewhere.next('rejected')).problem.code).toBe('not_found');
    expect(elsewhere.closed).toBe(4403);
    early.send({ type: 'open', ref: 'x', chat_id: 'chat_1' });
    expect(await early.next('rejected')).toMatchObject({
      ref: 'x',
      problem: { code: 'unauthenticated' },
    });
    expect(early.closed).toBeUndefined();
  });

  it('gets a problem for each bad message, and keeps its connection', async () => {
    const client = connect();
    client.hello();
    await client.next('welcome');
    const bad: [unknown, string | null, string?][] = [
      ['{', null],
      ['null', null],
      ['[]', null],
      ['"hello"', null],
      [{ type: 'nothing', ref: 'a' }, 'a', '/type'],
      [{ type: 'open', ref: 'b' }, 'b', '/chat_id'],
      [{ type: 'open', ref: 'c', chat_id: 'chat_1', more: 1 }, 'c', '/more'],
      [{ type: 'send', ref: 'd', chat_id: 'c', message: { text: 7 } }, 'd', '/message/text'],
      [
        { type: 'send', ref: 'e', chat_id: 'c', message: { text: 'x\u0000' } },
        'e',
        '/message/text',
      ],
      [{ type: 'ack', seq: 4_000_000 }, null, '/seq'],
      [`${'['.repeat(5000)}${']'.repeat(5000)}`, null],
      [
        `{"type":"send","ref":"f","chat_id":"c","message":{"inputs":{"a":${'['.repeat(90)}${']'.repeat(90)}}}}`,
        'f',
      ],
    ];
    for (const [index, [message, ref, pointer]] of bad.entries()) {
      client.send(message);
      const rejected = await client.next('rejected', index + 1);
      expect(rejected).toMatchObject({ ref, problem: { status: 400 } });
      if (pointer) expect(rejected.problem.errors?.[0]?.pointer).toBe(pointer);
    }
    client.send({ type: 'open', ref: 'g', chat_id: 'chat_unknown' });
    expect((await client.next('rejected', bad.length + 1)).problem.detail).toBe(
      "Couldn't find a corresponding chat.",
    );
    client.send({ type: 'ping' });
    await client.next('pong');
    expect(client.closed).toBeUndefined();
  });

  it('is closed when it sends too much', async () => {
    const chat = await createChat();
    const [large, flood] = [connect(), connect()];
    large.send(`"${'x'.repeat(400_001)}"`);
    expect(large.closed).toBe(1009);
    expect(large.of('rejected')[0]?.problem.code).toBe('payload_too_large');
    flood.acks = false;
    flood.hello();
    await flood.open(chat);
    for (let i = 0; i < 500; i += 1)
      flood.send({ type: 'typing', chat_id: chat, typing: i % 2 === 0 });
    expect(flood.closed).toBe(1008);
    expect(flood.of('rejected').at(-1)?.problem.code).toBe('rate_limited');
    expect(flood.sent.length).toBeLessThan(150);
  });

  it('may have 20 connections with 20 chats each', async () => {
    const crowd = Array.from({ length: 21 }, connect);
    for (const client of crowd) client.hello();
    const last = crowd.at(-1) as Client;
    await last.until(() => crowd.filter(({ closed }) => closed !== undefined).length === 1);
    expect(crowd.filter((client) => client.of('welcome').length === 1)).toHaveLength(20);
    const [first] = crowd as [Client];
    for (let i = 0; i < 20; i += 1) await first.open(await createChat());
    first.send({ type: 'open', ref: 'more', chat_id: await createChat() });
    expect((await first.next('rejected')).problem.code).toBe('limit_reached');
  });

  it('is told to load the chat again when it has missed too much', async () => {
    const chat = await createChat();
    const client = connect();
    client.hello();
    client.send({ type: 'open', ref: 'a', chat_id: chat, after: 99 });
    expect((await client.next('rejected')).problem.errors?.[0]?.pointer).toBe('/after');
    const { principal } = await callerOf('member');
    const messages = createMessageService(domain);
    const { message } = await messages.send(chat, { text: 'One' }, { principal });
    const [row] = await domain.stores.chat.messages.list({ where: { id: message.id } });
    if (!row) throw new TypeError('The message was not stored');
    const copies = Array.from({ length: 210 }, (_, i) => ({
      ...row,
      id: `message_copy${i}`,
      ref: null,
      position: 10 + i,
      change: 10 + i,
    }));
    await domain.stores.chat.messages.insert(copies);
    await domain.stores.chat.chats.change({ id: chat }, { change: 300 });
    client.send({ type: 'open', ref: 'b', chat_id: chat, after: 1 });
    expect((await client.next('rejected', 2)).problem.detail).toContain('Load the messages again');
  });
});

describe('a slow client', () => {
  it('that does not acknowledge gets the rest in larger parts', async () => {
    store.tokenMs = 25;
    const chat = await createChat();
    const client = connect();
    client.hello();
    await client.open(chat);
    client.acks = false;
    // Fills the window.
    for (let batch = 0; batch < 3; batch += 1) {
      for (let i = 0; i < 45; i += 1) client.send({ type: 'ping' });
      await vi.advanceTimersByTimeAsync(5000);
    }
    client.ask(chat, 'Hello');
    await client.next('accepted');
    await vi.advanceTimersByTimeAsync(3000);
    expect(client.of('message')).toHaveLength(0);
    client.acks = true;
    client.send({ type: 'ack', seq: client.sent.length });
    await client.ended();
    expect(client.closed).toBeUndefined();
  });

  it('that never reads is closed', async () => {
    const chat = await createChat();
    const [deaf, stuck] = [connect(), connect()];
    for (const client of [deaf, stuck]) {
      client.hello();
      await client.open(chat);
    }
    deaf.buffered = 5_000_000;
    deaf.send({ type: 'ping' });
    expect(deaf.closed).toBe(1013);
    stuck.buffered = 300_000;
    stuck.ask(chat, 'Hello');
    for (let i = 0; i < 8; i += 1) {
      await vi.advanceTimersByTimeAsync(5000);
      stuck.send({ type: 'ping' });
    }
    expect(stuck.closed).toBe(1013);
  });
});

describe('a token', () => {
  it('that is revoked ends the connection', async () => {
    const client = connect();
    client.hello();
    await client.next('welcome');
    store.data.identity.sessions = {};
    await vi.advanceTimersByTimeAsync(20_000);
    client.send({ type: 'ping' });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(client.closed).toBe(4401);
    expect(client.of('rejected')[0]?.problem.code).toBe('unauthenticated');
  });

  it('can be renewed, but not by someone else', async () => {
    const client = connect();
    client.hello();
    client.hello();
    await client.next('welcome', 2);
    client.hello('owner');
    expect((await client.next('rejected')).problem.errors?.[0]?.pointer).toBe('/project_id');
    expect(client.closed).toBeUndefined();
  });
});
