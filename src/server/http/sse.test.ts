import { once } from 'node:events';
import fastify, { type FastifyRequest } from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { Events } from '#domain/events.ts';
import { sendEvents } from './sse.ts';

const app = fastify({ forceCloseConnections: true });
const followers = new Set<() => void>();
let waiting: string[] = [];
let isOver = false;
let reads = 0;

/** What a request does before its stream begins. */
let prepare = async (_request: FastifyRequest) => {};

app.get('/', async (request, reply) => {
  await prepare(request);
  const events = new Events({
    read() {
      reads += 1;
      const batch = waiting.map((text) => ({ id: text.slice(0, 9), type: 'word', data: text }));
      waiting = [];
      return { events: batch, isOver };
    },
    follow(onChange) {
      followers.add(onChange);
      return () => void followers.delete(onChange);
    },
  });
  sendEvents(reply, events);
});
app.get('/other', async () => 'still here');
const origin = await app.listen({ port: 0, host: '127.0.0.1' });

afterAll(() => app.close());

function say(...texts: string[]): void {
  waiting.push(...texts);
  for (const onChange of followers) onChange();
}

it('sends events as they come, those of one turn together, and ends with the last', async () => {
  waiting = ['first'];
  const response = await fetch(origin);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const reader = (response.body ?? new ReadableStream()).getReader();
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  expect(await next()).toBe('id: first\nevent: word\ndata: "first"\n\n');
  say('a');
  say('b');
  expect(await next()).toMatch(/"a"[\s\S]+"b"/);
  // Nothing is read for a client that reads nothing, so nothing is buffered for it.
  for (let n = 0; n < 20; n += 1) {
    say('x'.repeat(1_000_000));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(reads).toBeLessThan(20);
  isOver = true;
  say('last');
  let rest = '';
  for (let text = await next(); text !== ''; text = await next()) rest += text;
  expect(rest.length).toBeGreaterThan(20_000_000);
  expect(rest.endsWith('data: "last"\n\n')).toBe(true);
  expect(followers.size).toBe(0);

  isOver = false;
  waiting = ['again'];
  const left = await fetch(origin);
  await left.body?.cancel();
  await expect.poll(() => followers.size).toBe(0);
});

it('follows nothing for a client that left before its stream began', async () => {
  const client = new AbortController();
  const prepared = Promise.withResolvers<void>();
  prepare = async ({ raw }) => {
    const left = once(raw.socket, 'close');
    client.abort();
    await left;
    prepared.resolve();
  };
  await expect(fetch(origin, { signal: client.signal })).rejects.toThrow('aborted');
  await prepared.promise;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(followers.size).toBe(0);
});

it('ends alone when one of its events cannot be written', async () => {
  prepare = async () => {};
  isOver = false;
  waiting = ['before'];
  const [broken, other] = await Promise.all([fetch(origin), fetch(`${origin}/other`)]);
  const reader = (broken.body ?? new ReadableStream()).getReader();
  await reader.read();
  // Not a text, so reading it throws in a timer.
  say({} as never);
  await expect(reader.read()).rejects.toThrow();
  expect(followers.size).toBe(0);
  expect(await other.text()).toBe('still here');
});
