import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { type RunEvent as Event, Problem, Run, RunEvent } from '#generated/model/index.ts';
import contract from '#generated/openapi.json' with { type: 'json' };
import { encodeEvent } from '../../sse.ts';
import { type ClientOptions, createTaskClient, TaskError } from './client-runtime.ts';

interface Sent {
  method: string;
  url: string;
  headers: Headers;
  body: unknown;
}
type Reply = Response | Error | ((signal: AbortSignal | undefined) => Response | Promise<Response>);

const [example] = contract.components.schemas.Run.examples;
const run = { ...example, id: 'run_1', output: { mood: 'good' } } as unknown as Run;
const { inputs: _i, output: _o, output_text: _t, citations: _c, ...summary } = run;
const started = { type: 'run.started', run: summary } as Event;
const delta = (offset: number, text: string): Event => ({ type: 'run.delta', offset, text });
const succeeded: Event = { type: 'run.succeeded', run };

let sent: Sent[];
let script: Reply[];

/** Our own schemas are those of zod/mini, which parse alike. */
const asClassic = <T>(schema: unknown) => schema as z.ZodType<T>;

/** A client whose requests get scripted responses, one after the other. */
function client(options: Partial<ClientOptions> = {}) {
  return createTaskClient(
    {
      baseUrl: 'https://api.test/api/v1/',
      projectPath: '/org/o/project/p',
      taskId: 't',
      revision: '3',
      inputs: z.strictObject({ review: z.string() }),
      run: asClassic<Run>(Run),
      event: asClassic<Event>(RunEvent),
      problem: asClassic<Problem>(Problem),
    },
    {
      apiKey: 'tlk_x',
      fetch: async (url, init) => {
        const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
        const headers = new Headers(init?.headers);
        sent.push({ method: init?.method ?? 'GET', url: String(url), headers, body });
        const reply = script.shift();
        if (reply instanceof Error) throw reply;
        if (!reply) throw new Error('The script has ended');
        return typeof reply === 'function' ? reply(init?.signal ?? undefined) : reply;
      },
      ...options,
    },
  );
}

const problem = (status: number, code: string, more: object = {}, headers = {}) =>
  Response.json(
    { type: '/x', title: 'T', status, code, detail: 'D', ...more },
    { status, headers },
  );

/** A stream of events with ids 1, 2, …; `cut` drops the connection after them. */
function stream(events: readonly unknown[], { from = 1, cut = false } = {}): Response {
  const text = events.map((event, index) =>
    encodeEvent({ id: String(from + index), data: JSON.stringify(event) }),
  );
  const bytes = new TextEncoder().encode(`: hello\n\n${text.join('')}`);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      // Sent in small chunks, so that lines and characters are split.
      if (at < bytes.length) {
        controller.enqueue(bytes.slice(at, at + 7));
        at += 7;
      } else if (cut) controller.error(new TypeError('terminated'));
      else controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

async function collect(events: AsyncIterable<Event>): Promise<Event[]> {
  const all: Event[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const keys = () => sent.map(({ headers }) => headers.get('idempotency-key'));
/** Other tests of this process may still have timers, which are shorter. */
const SHORTEST_PAUSE = 100;
const pauses = () =>
  vi
    .mocked(setTimeout)
    .mock.calls.map(([, ms]) => ms ?? 0)
    .filter((ms) => ms >= SHORTEST_PAUSE);
const inputs = { review: 'x' };

beforeEach(() => {
  sent = [];
  script = [];
  const real = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((done: () => void) =>
    real(done, 0)) as never);
});
afterEach(() => vi.restoreAllMocks());

describe('a call', () => {
  it('pins its revision, and returns the output', async () => {
    script = [Response.json(run)];
    const { output } = await client().run(inputs);
    expect(output).toEqual({ mood: 'good' });
    expect(sent[0]).toMatchObject({
      method: 'POST',
      url: 'https://api.test/api/v1/org/o/project/p/task/t/run',
      body: { inputs, revision: '3' },
    });
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer tlk_x');
  });

  it('calls the mock, another URL or another revision on request', async () => {
    script = [Response.json(run)];
    await client({ mock: true, baseUrl: 'http://localhost:1/api', revision: 'active' }).run(inputs);
    expect(sent[0]?.url).toBe('http://localhost:1/api/org/o/project/p/task/t/mock');
    expect(sent[0]?.body).toEqual({ inputs, revision: 'active' });
  });

  it('retries with the same key until the server responds', async () => {
    const busy = problem(429, 'rate_limited', {}, { 'retry-after': '7' });
    script = [busy, new TypeError('fetch failed'), Response.json(run)];
    await client().run(inputs);
    expect(new Set(keys()).size).toBe(1);
    expect(pauses()[0]).toBe(7000);
    expect(pauses()[1]).toBeGreaterThanOrEqual(750);
  });

  it('retries a failed run as a new run with a new key', async () => {
    const failed = () => problem(504, 'model_timeout', { run_id: 'run_0' });
    script = [failed(), Response.json(run)];
    await client().run(inputs);
    expect(new Set(keys()).size).toBe(2);
    script = [failed()];
    const own = client().run(inputs, { idempotencyKey: 'mine' });
    await expect(own).rejects.toMatchObject({ code: 'model_timeout', runId: 'run_0' });
  });

  it('gives up eventually, and immediately where a retry is pointless', async () => {
    script = [1, 2, 3].map(() => problem(503, 'unavailable'));
    await expect(client().run(inputs)).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    expect(sent).toHaveLength(3);
    for (const code of ['invalid_request', 'output_invalid', 'insufficient_balance']) {
      sent = [];
      script = [problem(code === 'invalid_request' ? 400 : 422, code)];
      await expect(client().run(inputs)).rejects.toMatchObject({ code });
      expect(sent).toHaveLength(1);
    }
    sent = [];
    script = [new TypeError('fetch failed')];
    const error = await client({ maxRetries: 0 })
      .run(inputs)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'connection_lost', cause: { message: 'fetch failed' } });
  });

  it('recognises responses from another server, or of another contract', async () => {
    script = [new Response('<h1>Bad gateway</h1>', { status: 404 })];
    await expect(client().run(inputs)).rejects.toMatchObject({
      code: 'unexpected_response',
      status: 404,
    });
    script = [Response.json({ ...run, status: 'asleep' })];
    await expect(client().run(inputs)).rejects.toMatchObject({ code: 'unexpected_response' });
  });

  it('sends nothing when its inputs are invalid', async () => {
    const error = client().run({ review: 3 });
    await expect(error).rejects.toBeInstanceOf(TaskError);
    await expect(error).rejects.toMatchObject({
      code: 'invalid_inputs',
      errors: [{ pointer: '/inputs/review' }],
    });
    expect(sent).toEqual([]);
  });

  it('throws for a run that was cancelled', async () => {
    script = [Response.json({ ...run, status: 'cancelled', output: null })];
    await expect(client().run(inputs)).rejects.toMatchObject({
      code: 'run_cancelled',
      runId: 'run_1',
    });
  });

  it('stops waiting when aborted, even between two attempts', async () => {
    const abort = new AbortController();
    script = [
      () => {
        abort.abort();
        return problem(503, 'unavailable');
      },
    ];
    await expect(client().run(inputs, { signal: abort.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(sent).toHaveLength(1);
  });
});

describe('a stream', () => {
  it('yields each event once despite lost connections, and one terminal event', async () => {
    const texts = ['It ', 'is ', 'gÖÖd 🙂'];
    script = [
      stream([started, delta(0, texts[0] ?? '')], { cut: true }),
      new TypeError('fetch failed'),
      stream([started, delta(3, texts[1] ?? '')], { from: 2, cut: false }),
      stream([started, delta(6, texts[2] ?? ''), succeeded, delta(9, 'too late')], { from: 3 }),
    ];
    const events = await collect(client().stream(inputs));
    expect(events).toEqual([
      started,
      delta(0, 'It '),
      delta(3, 'is '),
      delta(6, 'gÖÖd 🙂'),
      succeeded,
    ]);
    expect(sent.map(({ method, url }) => `${method} ${url.split('/p/')[1]}`)).toEqual([
      'POST task/t/run/stream',
      'GET run/run_1/stream',
      'GET run/run_1/stream',
      'GET run/run_1/stream',
    ]);
    expect(sent.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, '2', '2', '3']);
  });

  it('starts its run once, even if the connection is lost before the run is known', async () => {
    script = [stream([], { cut: true }), stream([started, succeeded])];
    expect(await collect(client().stream(inputs))).toEqual([started, succeeded]);
    expect(new Set(keys()).size).toBe(1);
    expect(sent[1]?.method).toBe('POST');
  });

  it('ignores event types newer than itself', async () => {
    script = [stream([started, { type: 'run.thought', text: 'hm' }, succeeded])];
    expect(await collect(client().stream(inputs))).toEqual([started, succeeded]);
  });

  it('gives up when the connection is dropped repeatedly', async () => {
    script = [1, 2, 3].map(() => stream([started], { cut: true }));
    await expect(collect(client().stream(inputs))).rejects.toMatchObject({
      code: 'connection_lost',
      runId: 'run_1',
    });
  });

  it('of a mock is resumed by the same request', async () => {
    script = [
      stream([started, delta(0, 'a')], { cut: true }),
      stream([started, succeeded], { from: 3 }),
    ];
    const events = await collect(client({ mock: true }).stream(inputs));
    expect(events).toEqual([started, delta(0, 'a'), succeeded]);
    expect(sent[1]).toMatchObject({ method: 'POST', body: { inputs, revision: '3' } });
    expect(sent[1]?.headers.get('last-event-id')).toBe('2');
  });

  it('is closed when the reader stops', async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) =>
        controller.enqueue(
          new TextEncoder().encode(encodeEvent({ data: JSON.stringify(started) })),
        ),
      cancel: () => {
        isCancelled = true;
      },
    });
    script = [new Response(body)];
    for await (const _event of client().stream(inputs)) break;
    expect(isCancelled).toBe(true);
  });
});

describe('a run in the background', () => {
  it('is awaited through its events', async () => {
    const queued = { ...run, status: 'queued', output: null, ended_at: null };
    script = [Response.json(queued, { status: 202 }), stream([started, succeeded])];
    const accepted = await client().runInBackground(inputs);
    expect(sent[0]?.headers.get('prefer')).toBe('respond-async');
    expect((await client().wait(accepted)).output).toEqual({ mood: 'good' });
  });

  it('is not awaited if it has already ended', async () => {
    expect((await client().wait(run)).id).toBe('run_1');
    expect(sent).toEqual([]);
  });

  it('throws the reason if it failed', async () => {
    const error = { code: 'model_failed', message: 'It broke', retry_after: 3 };
    const failed = { type: 'run.failed', run: { ...run, status: 'failed', output: null, error } };
    script = [stream([started, failed])];
    await expect(client().wait('run_1')).rejects.toMatchObject({
      code: 'model_failed',
      message: 'It broke',
      runId: 'run_1',
      retryAfter: 3,
    });
  });
});
