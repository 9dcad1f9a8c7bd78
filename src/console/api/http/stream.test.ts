import { beforeEach, describe, expect, it, vi } from 'vitest';
import { configureApi } from '../config.ts';
import { problem, stubFetch } from '../testing.ts';
import { openStream, type StreamEvent, type StreamOptions } from './stream.ts';

type Event = { n: number };

function sse(events: string, cut = false): Response {
  const bytes = new TextEncoder().encode(events);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      if (!cut) controller.close();
    },
    pull(controller) {
      if (cut) controller.error(new TypeError('network'));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

const event = (n: number, name = 'delta') => `id: ${n}\nevent: ${name}\ndata: {"n":${n}}\n\n`;

function options(more?: Partial<StreamOptions<Event>>): StreamOptions<Event> {
  return {
    path: '/start',
    init: { method: 'POST' },
    resume: () => ({ path: '/resume' }),
    isTerminal: ({ event: name }) => name === 'end',
    signal: new AbortController().signal,
    ...more,
  };
}

async function collect(stream: AsyncIterable<StreamEvent<Event>>): Promise<number[]> {
  const seen: number[] = [];
  for await (const { data } of stream) seen.push(data.n);
  return seen;
}

beforeEach(() => {
  vi.useFakeTimers().setTimerTickMode('nextTimerAsync');
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'cookie' });
});

describe('a stream', () => {
  it('is read to its terminal event', async () => {
    const { count } = stubFetch({
      'POST /api/v1/start': () => sse(event(1) + event(2) + event(3, 'end') + event(4)),
    });
    expect(await collect(openStream(options()))).toEqual([1, 2, 3]);
    expect(count('/api/v1/resume')).toBe(0);
  });

  it.each([true, false])(
    'resumes after the last event when it breaks off (with an error: %s)',
    async (cut) => {
      const { calls } = stubFetch({
        'POST /api/v1/start': () => sse(event(1) + event(2), cut),
        'GET /api/v1/resume': () => sse(event(3) + event(4, 'end')),
      });
      const onReconnect = vi.fn();
      expect(await collect(openStream(options({ onReconnect })))).toEqual([1, 2, 3, 4]);
      expect(calls[1]?.headers.get('last-event-id')).toBe('2');
      expect(onReconnect).toHaveBeenCalledWith(1);
    },
  );

  it('throws when refused, without retrying', async () => {
    const { calls } = stubFetch({ 'POST /api/v1/start': problem(402, 'insufficient_balance') });
    await expect(collect(openStream(options()))).rejects.toMatchObject({ status: 402 });
    expect(calls).toHaveLength(1);
  });

  it('throws when resuming is refused', async () => {
    stubFetch({ 'POST /api/v1/start': () => sse(event(1)), 'GET /api/v1/resume': problem(404) });
    await expect(collect(openStream(options()))).rejects.toMatchObject({ status: 404 });
  });

  it('keeps retrying while the server is unreachable, and eventually gives up', async () => {
    vi.setTimerTickMode('manual');
    let attempts = 0;
    stubFetch({
      'POST /api/v1/start': () => sse(event(1)),
      'GET /api/v1/resume': () => (++attempts < 4 ? problem(503) : sse(event(2, 'end'))),
    });
    const read = collect(openStream(options()));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await read).toEqual([1, 2]);

    stubFetch({ 'POST /api/v1/start': () => sse(event(1)), 'GET /api/v1/resume': problem(503) });
    const lost = expect(collect(openStream(options()))).rejects.toMatchObject({ status: 503 });
    await vi.advanceTimersByTimeAsync(300_000);
    await lost;
  });

  it('ends when aborted', async () => {
    const controller = new AbortController();
    stubFetch({ 'POST /api/v1/start': () => sse(event(1)) });
    const stream = openStream(options({ signal: controller.signal }));
    expect((await stream.next()).value).toMatchObject({ data: { n: 1 } });
    const rest = stream.next();
    controller.abort();
    await expect(rest).rejects.toMatchObject({ name: 'AbortError' });
  });
});
