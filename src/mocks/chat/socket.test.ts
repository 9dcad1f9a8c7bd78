import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createChatService } from '#domain/chat/chat.service.ts';
import { createMessageService } from '#domain/chat/message.service.ts';
import type { ChatServerMessage } from '#generated/model/index.ts';
import { begin, callerOf, connect, createChat, domain, end, store } from './testing-socket.ts';

beforeEach(begin);
afterEach(end);

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

  it('opens a chat however long that takes, although access is checked meanwhile', async () => {
    const chat = await createChat();
    const client = connect();
    client.hello();
    await client.next('welcome');
    const { chats } = domain.stores.chat;
    const find = chats.find.bind(chats);
    const slow = vi.spyOn(chats, 'find').mockImplementation(async (where) => {
      if ('deleted_at' in where) await new Promise((resolve) => setTimeout(resolve, 20_000));
      return find(where);
    });
    client.send({ type: 'open', ref: 'slow', chat_id: chat });
    await vi.advanceTimersByTimeAsync(25_000);
    slow.mockRestore();
    expect(await client.next('opened')).toMatchObject({ ref: 'slow', chat_id: chat });
    expect(client.of('closed')).toEqual([]);
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
