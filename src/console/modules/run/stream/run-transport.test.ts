import { describe, expect, it, vi } from 'vitest';
import { configureApi } from '#console/api/config.ts';
import { encodeEvent } from '#core/sse.ts';
import type { RunEvent } from '#generated/model/index.ts';
import { fakeRun } from '../testing.ts';
import { createRunTransport } from './run-transport.ts';

const address = { orgId: 'org_1', projectId: 'project_1', taskId: 'task_1' };
const started: RunEvent = { type: 'run.started', run: fakeRun({ status: 'running' }) };
const delta = (offset: number, text: string): RunEvent => ({ type: 'run.delta', offset, text });
const succeeded: RunEvent = { type: 'run.succeeded', run: fakeRun() };

/** A stream of these events; it breaks off when none is terminal. */
function stream(...events: [id: number, event: RunEvent][]): Response {
  const text = events.map(([id, event]) =>
    encodeEvent({ id: String(id), event: event.type, data: JSON.stringify(event) }),
  );
  const body = `retry: 1\n\n${text.join('')}`;
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

function respondWith(...responses: (Response | Error)[]) {
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'cookie' });
  const calls: { url: string; method: string; headers: Headers }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    calls.push({
      url: new URL(url).pathname,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
    });
    const response = responses.shift() ?? new Error('not expected');
    if (response instanceof Error) throw response;
    return response;
  });
  return calls;
}

async function collect(events: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const all: RunEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const options = () => ({ signal: new AbortController().signal, onConnection: vi.fn() });

describe("a run's stream", () => {
  it("resumes after the last event from the run's URL when the connection breaks", async () => {
    const calls = respondWith(
      stream([1, started], [2, delta(0, 'one ')]),
      stream([3, delta(4, 'two')], [4, succeeded]),
    );
    const watch = options();
    const events = await collect(createRunTransport(address).start({ inputs: {} }, 'key', watch));
    expect(events).toEqual([started, delta(0, 'one '), delta(4, 'two'), succeeded]);
    expect(calls.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/v1/org/org_1/project/project_1/task/task_1/run/stream',
      'GET /api/v1/org/org_1/project/project_1/run/run_1/stream',
    ]);
    expect(calls[0]?.headers.get('idempotency-key')).toBe('key');
    expect(calls[1]?.headers.get('last-event-id')).toBe('2');
    expect(watch.onConnection.mock.calls.flat()).toEqual([true, true, false, true, true]);
  });

  it("repeats the call with the same key when the run's id never arrived", async () => {
    const calls = respondWith(stream(), stream([1, started], [2, succeeded]));
    await collect(createRunTransport(address).start({ inputs: {} }, 'key', options()));
    expect(calls.map(({ method }) => method)).toEqual(['POST', 'POST']);
    expect(calls[1]?.headers.get('idempotency-key')).toBe('key');
  });

  it('keeps retrying while offline', async () => {
    vi.useFakeTimers().setTimerTickMode('nextTimerAsync');
    const calls = respondWith(
      stream([1, started]),
      new TypeError('failed to fetch'),
      stream([2, succeeded]),
    );
    const events = await collect(
      createRunTransport(address).start({ inputs: {} }, 'key', options()),
    );
    expect(events.at(-1)).toEqual(succeeded);
    expect(calls).toHaveLength(3);
  });

  it('can be followed by id', async () => {
    const calls = respondWith(stream([1, started], [2, succeeded]));
    const events = await collect(createRunTransport(address).follow('run_1', options()));
    expect(events).toEqual([started, succeeded]);
    expect(calls[0]?.headers.has('last-event-id')).toBe(false);
  });

  it("is refused with the server's problem", async () => {
    const problem = { type: 't', title: 'No money', status: 402, code: 'insufficient_balance' };
    respondWith(Response.json(problem, { status: 402 }));
    const run = collect(createRunTransport(address).start({ inputs: {} }, 'key', options()));
    await expect(run).rejects.toMatchObject({ status: 402, code: 'insufficient_balance' });
  });
});
