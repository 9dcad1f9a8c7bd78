import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunEvent } from '#generated/model/index.ts';
import { until } from '../../../../tests/support/until.ts';
import { openWorld, type World } from './testing.ts';

let world: World;
let task: { id: string; path: string };

beforeAll(async () => {
  world = await openWorld();
  task = await world.makeTask();
});
beforeEach(() => world.fake.reset());
afterAll(() => world.close());

interface Received {
  id: string;
  event: RunEvent;
}

/** Reads a stream to its end, or until `enough` returns true. */
async function read(
  method: 'GET' | 'POST',
  path: string,
  options: { body?: unknown; lastId?: string; enough?: (all: Received[]) => boolean } = {},
): Promise<Received[]> {
  const response = await fetch(`${world.origin}/api/v1${path}`, {
    method,
    headers: {
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...(options.lastId !== undefined && { 'last-event-id': options.lastId }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  });
  expect(response.status).toBe(200);
  const all: Received[] = [];
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) all.push(...parse(block));
    // Leaving the loop closes the connection.
    if (options.enough?.(all)) break;
  }
  return all;
}

function parse(text: string): Received[] {
  return text.split('\n\n').flatMap((block) => {
    const id = /^id: (.*)$/m.exec(block)?.[1];
    const data = /^data: (.*)$/m.exec(block)?.[1];
    return id === undefined || data === undefined
      ? []
      : [{ id, event: JSON.parse(data) as RunEvent }];
  });
}

const typesOf = (all: Received[]) => all.map(({ event }) => event.type);
/** The text that a client assembles from deltas, each inserted at its offset. */
function textOf(all: Received[], start = ''): string {
  let text = start;
  for (const { event } of all) {
    if (event.type === 'run.reset') text = '';
    if (event.type !== 'run.delta') continue;
    expect(event.offset).toBe(text.length);
    text += event.text;
  }
  return text;
}
const terminals = (all: Received[]) =>
  typesOf(all).filter((type) => /succeeded|failed|cancelled/.test(type));
const review = { inputs: { review: 'x' } };

describe('a stream', () => {
  it('starts with the run, sends text and steps, and ends with exactly one terminal event', async () => {
    world.fake.script({ kind: 'text', text: 'one two three', token_ms: 15 });
    const all = await read('POST', `${task.path}/run/stream`, { body: review });
    expect(typesOf(all)[0]).toBe('run.started');
    expect(terminals(all)).toEqual(['run.succeeded']);
    expect(typesOf(all).at(-1)).toBe('run.succeeded');
    expect(textOf(all)).toBe('one two three');
    expect(typesOf(all).filter((type) => type === 'run.delta').length).toBe(3);
    const last = all.at(-1)?.event;
    expect(last).toMatchObject({ run: { status: 'succeeded', output: 'one two three' } });
    const steps = new Map(
      all.flatMap(({ event }) => (event.type === 'run.step' ? [[event.step.id, event.step]] : [])),
    );
    expect([...steps.values()].map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'compile succeeded',
      'model succeeded',
      'validate succeeded',
    ]);
  });

  it('resumes after Last-Event-ID without loss or repetition', async () => {
    const words = Array.from({ length: 20 }, (_, i) => `word${i}`).join(' ');
    world.fake.script({ kind: 'text', text: words, token_ms: 15 });
    const deltas = (all: Received[]) =>
      all.filter(({ event }) => event.type === 'run.delta').length;
    const first = await read('POST', `${task.path}/run/stream`, {
      body: review,
      enough: (all) => deltas(all) >= 4,
    });
    const started = first[0]?.event;
    if (started?.type !== 'run.started') throw new Error('a stream starts with run.started');
    const path = `${world.path}/run/${started.run.id}/stream`;
    const second = await read('GET', path, {
      lastId: first.at(-1)?.id ?? '',
      enough: (all) => deltas(all) >= 4,
    });
    expect(typesOf(second)[0]).toBe('run.started');
    const third = await read('GET', path, { lastId: second.at(-1)?.id ?? '' });
    const begun = textOf(first);
    expect(begun.length).toBeGreaterThan(0);
    expect(textOf(third, textOf(second, begun))).toBe(words);
    expect(terminals(third)).toEqual(['run.succeeded']);
    // The run has ended. The stored run is streamed with the same offsets.
    const fourth = await read('GET', path, { lastId: first.at(-1)?.id ?? '' });
    expect(textOf(fourth, begun)).toBe(words);
    const whole = await read('GET', path);
    expect(textOf(whole)).toBe(words);
    expect(terminals(await read('GET', path, { lastId: third.at(-1)?.id ?? '' }))).toEqual([
      'run.succeeded',
    ]);
  });

  it('can be followed by many at once', async () => {
    world.fake.script({ kind: 'text', text: 'a b c d e f g h', token_ms: 20 });
    const headers = { prefer: 'respond-async' };
    const { body: run } = await world.call('POST', `${task.path}/run`, review, headers);
    const watched = await Promise.all(
      Array.from({ length: 8 }, () => read('GET', `${world.path}/run/${run.id}/stream`)),
    );
    for (const all of watched) {
      expect(textOf(all)).toBe('a b c d e f g h');
      expect(terminals(all)).toEqual(['run.succeeded']);
    }
  });

  it('restarts when a repair starts, including for clients that reconnect', async () => {
    const fields = [{ name: 'n', type: 'integer' as const, required: true, list: false }];
    const own = await world.makeTask({ output_format: { type: 'fields', fields } });
    world.fake.script(
      { kind: 'text', text: '{"n": "no number here"}', token_ms: 5 },
      { kind: 'text', text: '{"n": 1}', token_ms: 5 },
    );
    const all = await read('POST', `${own.path}/run/stream`, { body: review });
    expect(typesOf(all).filter((type) => type === 'run.reset').length).toBe(1);
    expect(textOf(all)).toBe('{"n": 1}');
    const before = all.findLast(({ id }) => id.startsWith('0-'));
    const started = all[0]?.event;
    if (started?.type !== 'run.started') throw new Error('a stream starts with run.started');
    const again = await read('GET', `${world.path}/run/${started.run.id}/stream`, {
      lastId: before?.id ?? '',
    });
    expect(typesOf(again)).toContain('run.reset');
    expect(textOf(again, 'something old')).toBe('{"n": 1}');
  });

  it.each(['nonsense', '9-9999', '0-100000', ''])(
    'starts from the beginning when Last-Event-ID is %j',
    async (lastId) => {
      world.fake.script({ kind: 'text', text: 'short' });
      const { body: run } = await world.call('POST', `${task.path}/run`, review);
      const all = await read('GET', `${world.path}/run/${run.id}/stream`, { lastId });
      expect(textOf(all)).toBe('short');
    },
  );

  it('lets the run continue when the follower disconnects', async () => {
    world.fake.script({ kind: 'text', text: 'one two three four', token_ms: 30 });
    const some = await read('POST', `${task.path}/run/stream`, {
      body: review,
      enough: (all) => all.some(({ event }) => event.type === 'run.delta'),
    });
    const started = some[0]?.event;
    if (started?.type !== 'run.started') throw new Error('a stream starts with run.started');
    await until(async () => {
      const { body } = await world.call('GET', `${world.path}/run/${started.run.id}`);
      return body.status === 'succeeded';
    });
    expect(world.fake.counts.aborted).toBe(0);
  });

  it('buffers nothing for a client that does not read, and sends everything once it does', async () => {
    const text = 'x'.repeat(3_000_000);
    world.fake.script({ kind: 'text', text: `${text} ${text}`, token_ms: 20 });
    const received = await new Promise<string>((resolve, reject) => {
      const url = `${world.origin}/api/v1${task.path}/run/stream`;
      const headers = { 'content-type': 'application/json' };
      const sent = request(url, { method: 'POST', headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => resolve(Buffer.concat(parts).toString()));
        response.pause();
        setTimeout(() => response.resume(), 300);
      });
      sent.on('error', reject);
      sent.end(JSON.stringify(review));
    });
    const all = parse(received);
    expect(textOf(all).length).toBe(6_000_001);
    expect(terminals(all)).toEqual(['run.succeeded']);
  });

  it('reports what is wrong with the request before it starts', async () => {
    const bad = await world.call('POST', `${task.path}/run/stream`, { inputs: {} });
    expect([bad.status, bad.body.code]).toEqual([400, 'invalid_request']);
    const lost = await world.call('GET', `${world.path}/run/run_none/stream`);
    expect(lost.status).toBe(404);
  });

  it('shows the current state of a run in progress', async () => {
    world.fake.script({ kind: 'text', text: 'one two three four', token_ms: 60 });
    const headers = { prefer: 'respond-async' };
    const { body: run } = await world.call('POST', `${task.path}/run`, review, headers);
    await until(async () => {
      const { body } = await world.call('GET', `${world.path}/run/${run.id}`);
      return body.status === 'running' && body.output_text.startsWith('one two');
    });
    const { body: steps } = await world.call('GET', `${world.path}/run/${run.id}/step`);
    expect(steps.results.at(-1)).toMatchObject({
      kind: 'model',
      status: 'running',
      ended_at: null,
    });
    const { body: list } = await world.call('GET', `${world.path}/run?status=running`);
    expect(list.results[0]).toMatchObject({ id: run.id, status: 'running' });
    await until(async () => {
      const { body } = await world.call('GET', `${world.path}/run/${run.id}`);
      return body.status === 'succeeded';
    });
  });
});

it('more streams of an organisation than its share are refused until one is closed', async () => {
  const own = await openWorld(undefined, { maxStreams: 4 });
  const made = await own.makeTask();
  own.fake.setReply({ kind: 'hang' });
  const url = `${own.origin}/api/v1${made.path}/run/stream`;
  const open = async () => {
    const leaving = new AbortController();
    const body = JSON.stringify(review);
    const headers = { 'content-type': 'application/json' };
    const { signal } = leaving;
    const { status } = await fetch(url, { method: 'POST', body, headers, signal });
    return { status, leave: () => leaving.abort() };
  };
  const first = await open();
  expect(first.status).toBe(200);
  const refused = await own.call('POST', `${made.path}/run/stream`, review);
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
  expect(refused.body.detail).toContain('has 1 stream in progress');
  first.leave();
  await until(async () => {
    const next = await open();
    next.leave();
    return next.status === 200;
  });
  await own.close();
});

it('tells what the model reasons as it arrives, apart from the text, and keeps it in the trace', async () => {
  const chunk = (delta: object, finish_reason: string | null = null) =>
    JSON.stringify({
      id: 'c',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta, finish_reason }],
    });
  const body = [
    chunk({ content: '<think>Is it ' }),
    chunk({ content: 'good?</think>\n\nYes' }),
    chunk({}, 'stop'),
  ];
  world.fake.script({ kind: 'raw', body });
  const all = await read('POST', `${task.path}/run/stream`, { body: review });
  const reasoning = all.flatMap(({ event }) => (event.type === 'run.reasoning' ? [event] : []));
  expect(reasoning.map(({ text }) => text).join('')).toBe('Is it good?');
  expect(all.at(-1)?.event).toMatchObject({ type: 'run.succeeded', run: { output: 'Yes' } });
  const [first] = all;
  const id = first?.event.type === 'run.started' ? first.event.run.id : '';
  const { body: trace } = await world.call('GET', `${world.path}/run/${id}/step`);
  expect(trace.results[1]).toMatchObject({
    output: { text: 'Yes', reasoning: 'Is it good?' },
    usage: { reasoning_tokens: 4 },
  });
});
