import { afterEach, describe, expect, it } from 'vitest';
import { responseCheck } from '#domain/request/validation.ts';
import { ChatClient } from '../../../support/chat-client.ts';
import { recordSocket } from '../../../support/contract-check.ts';
import { type Any, call, projectPath, type Target, type Who } from '../../target.ts';

const violation = responseCheck('#/components/schemas/ChatServerMessage');

/** The chat socket. */
export function suite(target: () => Target): void {
  let clients: ChatClient[] = [];
  afterEach(() => {
    for (const client of clients) {
      for (const message of client.received)
        expect(violation(message), JSON.stringify(message)).toBeUndefined();
      const { baseUrl, name } = target();
      recordSocket(`${baseUrl}/chat-socket`, client.exchanged(), name);
      client.close();
    }
    clients = [];
  });

  const chats = () => `${projectPath(target())}/chat`;

  async function createChat(who: Who = 'member', audience?: string): Promise<string> {
    const { body } = await call(target(), who, 'POST', chats(), {
      body: { config: { type: 'model' } },
    });
    if (audience)
      await call(target(), who, 'PUT', `${chats()}/${body.id}/share`, { body: { audience } });
    return body.id;
  }

  async function connect(who: Who): Promise<ChatClient> {
    const { baseUrl, orgId, projectId } = target();
    const client = new ChatClient(baseUrl);
    clients.push(client);
    const token = target().headersOf(who).authorization?.replace('Bearer ', '');
    return client.hello({ orgId, projectId }, token);
  }

  describe('chat sockets', () => {
    it('are refused to plain requests', async () => {
      const { status, body } = await call(target(), 'anonymous', 'GET', '/chat-socket');
      expect([status, body.code]).toEqual([400, 'invalid_request']);
    });

    it('show two people the same chat, live', async () => {
      const chat = await createChat('member', 'project');
      const [ada, grace] = [await connect('member'), await connect('editor')];
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
      ada.send({ type: 'send', ref: 'r', chat_id: chat, message: { text: 'What is a task?' } });
      const answers = [await ada.ended(), await grace.ended()];
      expect(answers[0]).toMatchObject({ status: 'succeeded', change: answers[1]?.change });
      expect(grace.textOf(answers[1]?.id ?? '')).toBe(ada.textOf(answers[0]?.id ?? ''));
      expect(grace.of('chat').at(-1)?.chat).toMatchObject({ title: 'What is a task?' });
    });

    it('resume a chat with what was missed, each message once', async () => {
      const chat = await createChat();
      const first = await connect('member');
      await first.open(chat);
      first.send({ type: 'send', ref: 'one', chat_id: chat, message: { text: 'One' } });
      const { change } = await first.ended();
      first.close();
      const { body } = await call(target(), 'member', 'POST', `${chats()}/${chat}/message`, {
        body: { text: 'Two' },
      });
      const second = await connect('member');
      await second.open(chat, change);
      const answer = await second.ended();
      expect(answer.id).toBe((body as Any).answer.id);
      const ids = second.of('message').map(({ message }) => message.id);
      expect(new Set(ids)).toEqual(new Set([body.message.id, body.answer.id]));
      // Sent again after a lost reply.
      second.send({ type: 'send', ref: 'one', chat_id: chat, message: { text: 'One' } });
      expect((await second.next('accepted')).message_id).toBe(first.of('accepted')[0]?.message_id);
    });

    it('tell a person whose access ends', async () => {
      const chat = await createChat('member', 'project');
      const grace = await connect('editor');
      await grace.open(chat);
      await call(target(), 'member', 'PUT', `${chats()}/${chat}/share`, {
        body: { audience: 'private' },
      });
      expect((await grace.next('closed')).problem).toMatchObject({
        code: 'chat_denied',
        detail: "You don't have permission to view this chat.",
      });
    });

    it('accept nobody without a token, and outsiders nowhere', async () => {
      const nobody = await connect('anonymous');
      await nobody.until(() => nobody.closed);
      expect(nobody.of('rejected')[0]?.problem.code).toBe('unauthenticated');
      const outsider = await connect('outsider');
      await outsider.until(() => outsider.closed);
      expect(outsider.of('rejected')[0]?.problem.code).toBe('not_found');
      const member = await connect('member');
      member.send({ type: 'open', ref: 'x', chat_id: await createChat('owner') });
      expect((await member.next('rejected')).problem.code).toBe('chat_denied');
    });

    it('name what is wrong with a message', async () => {
      const client = await connect('member');
      client.send({ type: 'send', ref: 'r', chat_id: 'chat_1', message: { text: 5 } });
      const { ref, problem } = await client.next('rejected');
      expect([ref, problem.errors?.[0]?.pointer]).toEqual(['r', '/message/text']);
      client.send('{"type":');
      expect((await client.next('rejected', 2)).ref).toBeNull();
    });
  });
}
