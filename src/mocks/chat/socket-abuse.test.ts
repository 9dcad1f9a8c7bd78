import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMessageService } from '#domain/chat/message.service.ts';
import {
  begin,
  type Client,
  callerOf,
  connect,
  createChat,
  domain,
  end,
  store,
} from './testing-socket.ts';

beforeEach(begin);
afterEach(end);

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
