import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { encodeEvent } from '#core/sse.ts';
import type { VisitorMessage } from '#generated/model/index.ts';
import { createClient } from './client.ts';
import { createConversation } from './conversation.ts';
import { createStorage } from './storage.ts';

const LATER = '2099-01-01T00:00:00.000Z';
type Handler = (request: Request) => Response | Promise<Response>;

let handlers: Record<string, Handler>;
let calls: Request[];
let close: () => void;

beforeEach(() => {
  localStorage.clear();
  calls = [];
  handlers = {
    'POST /visitor': () => json({ id: 'v', token: 'vis_1', chat_id: 'c', expires_at: LATER }, 201),
    'GET /message': () => json({ results: [], pagination: { has_next: false, next_cursor: null } }),
    'POST /message': () =>
      json({ message: message('user', 'q'), answer: message('assistant', 'a', 'queued') }, 201),
    'GET /message/a/stream': () =>
      stream(['0-3', { type: 'visitor.delta', offset: 0, text: 'One' }], ended('One')),
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const request = new Request(url, init);
    calls.push(request);
    const path = new URL(url).pathname.replace('/api/v1/widget/wk_1', '');
    const handler = handlers[`${request.method} ${path}`];
    if (!handler) throw new TypeError(`No handler for ${request.method} ${path}`);
    return handler(request);
  });
});
afterEach(() => {
  // Otherwise it would go on following its answer.
  close();
  vi.unstubAllGlobals();
});

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status });
}

function problem(status: number, detail: string): Response {
  return json({ status, detail }, status);
}

function message(
  role: 'user' | 'assistant',
  id: string,
  status = 'succeeded',
  text = '',
): VisitorMessage {
  const common = { sources: [], grounding: null, error: null, rating: null, created_at: LATER };
  return { id, role, text, status, ...common } as VisitorMessage;
}

const ended = (text: string) =>
  [
    '9-9',
    { type: 'visitor.ended', message: message('assistant', 'a', 'succeeded', text) },
  ] as const;

function stream(...events: readonly (readonly [id: string, data: object])[]): Response {
  return new Response(
    events.map(([id, data]) => encodeEvent({ id, data: JSON.stringify(data) })).join(''),
  );
}

function open() {
  const onAnswer = vi.fn();
  const conversation = createConversation({
    client: createClient('https://tl.example/api/v1', 'wk_1'),
    storage: createStorage('wk_1'),
    onChange: () => undefined,
    onAnswer,
  });
  close = conversation.close;
  return { conversation, onAnswer };
}

const sent = (path: string) => calls.filter(({ url }) => new URL(url).pathname.endsWith(path));

it('becomes a visitor with the first message, and keeps the token', async () => {
  const { conversation, onAnswer } = open();
  await conversation.load();
  expect(calls).toHaveLength(0);
  await conversation.send('Hello');
  await vi.waitFor(() => expect(onAnswer).toHaveBeenCalled());
  expect(conversation.messages.map(({ text }) => text)).toEqual(['', 'One']);
  expect(JSON.parse(String(localStorage.getItem('taskloom:wk_1'))).token).toBe('vis_1');
  expect(sent('/message')[0]?.headers.get('authorization')).toBe('Bearer vis_1');
  expect(calls.every(({ credentials }) => credentials === 'omit')).toBe(true);
});

it('resumes an answer whose connection was lost', async () => {
  const ids: (string | null)[] = [];
  handlers['GET /message/a/stream'] = ({ headers }) => {
    ids.push(headers.get('last-event-id'));
    return ids.length === 1
      ? stream(['0-3', { type: 'visitor.delta', offset: 0, text: 'One' }])
      : stream(['0-7', { type: 'visitor.delta', offset: 3, text: ' two' }], ended('One two'));
  };
  const { conversation, onAnswer } = open();
  await conversation.send('Hello');
  await vi.waitFor(() => expect(onAnswer).toHaveBeenCalled(), { timeout: 5000 });
  expect(ids).toEqual([null, '0-3']);
  expect(conversation.messages.at(-1)?.text).toBe('One two');
});

it('keeps a message that was not sent, and sends it once', async () => {
  const send = handlers['POST /message'] as Handler;
  handlers['POST /message'] = () => Promise.reject(new TypeError('Failed to fetch'));
  const { conversation } = open();
  await conversation.send('Hello');
  const [failed] = conversation.messages;
  expect(failed).toMatchObject({ text: 'Hello', state: 'failed' });
  expect(conversation.problem).toMatch(/can't be reached|offline/);
  handlers['POST /message'] = send;
  if (failed) await conversation.retry(failed);
  const [first, second] = sent('/message').map(({ headers }) => headers.get('idempotency-key'));
  expect(second).toBe(first);
  expect(conversation.messages).toHaveLength(2);
});

it('replaces a token that has expired', async () => {
  localStorage.setItem('taskloom:wk_1', JSON.stringify({ token: 'vis_old', expires_at: LATER }));
  const send = handlers['POST /message'] as Handler;
  handlers['POST /message'] = (request) =>
    request.headers.get('authorization') === 'Bearer vis_old' ? problem(401, 'x') : send(request);
  const { conversation } = open();
  await conversation.send('Hello');
  expect(conversation.problem).toBeUndefined();
  expect(conversation.messages).toHaveLength(2);
});

it.each([
  [429, 'You have sent 50 messages today.', 'You have sent 50 messages today.'],
  [403, 'internal', "This chat isn't available on this page any more."],
  [404, 'internal', "This chat isn't available on this page any more."],
  [500, 'internal', "The assistant isn't available right now."],
  [503, 'internal', "The assistant isn't available right now."],
])('says in words what %i means', async (status, detail, expected) => {
  handlers['POST /message'] = () => problem(status, detail);
  const { conversation } = open();
  await conversation.send('Hello');
  expect(conversation.problem).toBe(expected);
});

it('works without storage', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('blocked', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('blocked', 'SecurityError');
    },
    clear: () => undefined,
  });
  const { conversation } = open();
  await conversation.send('Hello');
  await conversation.send('Again');
  expect(sent('/visitor')).toHaveLength(1);
});

it('loads older messages page by page', async () => {
  localStorage.setItem('taskloom:wk_1', JSON.stringify({ token: 'vis_1', expires_at: LATER }));
  handlers['GET /message'] = ({ url }) => {
    const isSecond = new URL(url).searchParams.get('cursor') === 'next';
    return json({
      results: [message('user', isSecond ? 'old' : 'new')],
      pagination: { has_next: !isSecond, next_cursor: isSecond ? null : 'next' },
    });
  };
  const { conversation } = open();
  await conversation.load();
  expect(conversation.hasEarlier).toBe(true);
  // As with a double click.
  await Promise.all([conversation.loadEarlier(), conversation.loadEarlier()]);
  expect(conversation.messages.map(({ id }) => id)).toEqual(['old', 'new']);
  expect(conversation.hasEarlier).toBe(false);
});

it('stops following an answer when another tab begins a new conversation', async () => {
  handlers['GET /message/a/stream'] = ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const { conversation } = open();
  await conversation.send('Hello');
  await vi.waitFor(() => expect(sent('/stream')).toHaveLength(1));
  await conversation.load();
  expect(sent('/stream')[0]?.signal.aborted).toBe(true);
  expect(conversation.messages).toEqual([]);
  expect(conversation.problem).toBeUndefined();
});
