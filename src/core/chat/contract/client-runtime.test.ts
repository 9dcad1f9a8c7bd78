import { expect, it } from 'vitest';
import * as z from 'zod';
import type {
  ChatAnswerEvent,
  ChatMessage,
  ChatMessageCreate,
  ChatMessageList,
  Problem,
} from '#generated/model/index.ts';
import { createChatClient } from './client-runtime.ts';

const answer = { id: 'message_2', status: 'succeeded', text: 'One two', output: 'One two' };
const event = (data: object, id: string) => `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
const STARTED = event({ type: 'answer.started', message: { ...answer, text: '' } }, '1-0');
const ONE = event({ type: 'answer.delta', offset: 0, text: 'One' }, '1-3');
const TWO = event({ type: 'answer.delta', offset: 3, text: ' two' }, '1-7');
const ended = (message: object) => event({ type: 'answer.ended', message }, '1-7');

/** A schema of objects, checked no further. */
const loose = <T>() => z.looseObject({}) as z.ZodType<unknown> as z.ZodType<T>;

/** A response of another `fetch`, whose class isn't the global one. */
const foreign = (response: Response) =>
  ({
    ok: response.ok,
    status: response.status,
    headers: response.headers,
    body: response.body,
    json: () => response.json(),
    text: () => response.text(),
  }) as Response;

function clientOf(replies: (Response | Error)[]) {
  const left = [...replies];
  const sent: Request[] = [];
  const client = createChatClient(
    {
      baseUrl: 'http://api.test',
      chatPath: '/chat/chat_1',
      create: z.strictObject({ text: z.string().min(1) }) as z.ZodType<ChatMessageCreate>,
      exchange: loose<{ answer: ChatMessage }>(),
      message: loose<ChatMessage>(),
      list: loose<ChatMessageList>(),
      event: loose<ChatAnswerEvent>(),
      output: z.string(),
      problem: z.looseObject({
        code: z.string(),
        title: z.string(),
      }) as z.ZodType<unknown> as z.ZodType<Problem>,
    },
    {
      apiKey: 'tlk_x',
      fetch: async (url, init) => {
        sent.push(new Request(url, init));
        const next = left.shift();
        if (next instanceof Response) return foreign(next);
        throw next;
      },
    },
  );
  return { client, sent };
}

const accepted = () => Response.json({ answer }, { status: 201 });

it('sends a message once, and continues after a lost connection where it was', async () => {
  const { client, sent } = clientOf([
    new TypeError('lost'),
    accepted(),
    new Response(STARTED + ONE),
    new Response(STARTED + TWO + ended(answer)),
  ]);
  const texts: string[] = [];
  const found = await client.ask({ text: 'Hi' }, { onText: (text) => texts.push(text) });
  expect(found).toMatchObject({ id: 'message_2', output: 'One two' });
  expect(texts).toEqual(['One', 'One two']);
  const [first, again, , resumed] = sent.map(({ headers }) => headers);
  expect(first?.get('idempotency-key')).toBe(again?.get('idempotency-key'));
  expect(resumed?.get('last-event-id')).toBe('1-3');
});

it('begins the text again after a reset, and throws what became of a failed answer', async () => {
  const error = { code: 'insufficient_balance', message: 'No balance' };
  const { client } = clientOf([
    accepted(),
    new Response(
      STARTED +
        ONE +
        event({ type: 'answer.reset' }, '2-0') +
        event({ type: 'answer.delta', offset: 0, text: 'Uno' }, '2-3') +
        ended({ ...answer, status: 'failed', text: 'Uno', error }),
    ),
  ]);
  const texts: string[] = [];
  const asked = client.ask({ text: 'Hi' }, { onText: (text) => texts.push(text) });
  await expect(asked).rejects.toMatchObject({
    code: 'insufficient_balance',
    message: 'No balance',
    answer: { text: 'Uno' },
  });
  expect(texts).toEqual(['One', '', 'Uno']);
});

it('reports messages and responses that do not match, and gives up on a dead connection', async () => {
  const { client, sent } = clientOf([new Response('<html>', { status: 404 })]);
  await expect(client.ask({ text: '' })).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ pointer: '/text' }],
  });
  expect(sent).toEqual([]);
  await expect(client.messages({ after: 3 })).rejects.toMatchObject({
    code: 'unexpected_response',
    status: 404,
  });
  expect(sent[0]?.url).toBe('http://api.test/chat/chat_1/message?after=3');
  const broken = [1, 2, 3].map(() => new Response(STARTED));
  await expect(clientOf([accepted(), ...broken]).client.ask({ text: 'Hi' })).rejects.toMatchObject({
    code: 'connection_lost',
  });
});
