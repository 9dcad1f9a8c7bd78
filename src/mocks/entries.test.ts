import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { readEvents } from '#core/sse.ts';
import type { RunEvent } from '#generated/model/index.ts';
import { createClient } from '#generated/sdk/client/index.ts';
import { getTask, listTasks, streamTask } from '#generated/sdk/index.ts';
import { createMockServer } from './node.ts';
import { ORG_ID, PROJECT_ID, seedId } from './seed/ids.ts';
import { type ServedMocks, serveMocks } from './serve.ts';
import type { Store } from './store.ts';
import { tokenOf } from './testing.ts';

const stream = `/api/v1/org/${ORG_ID}/project/${PROJECT_ID}/task/${seedId('task', 1)}/run/stream`;

/** Reads a streamed run. Returns the events that arrived before the last one was sent. */
async function watch(origin: string, store: Store): Promise<{ early: number; events: RunEvent[] }> {
  const response = await fetch(`${origin}${stream}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${tokenOf(store, 'owner')}`,
    },
    body: JSON.stringify({ inputs: { review: 'Fine.' } }),
  });
  const events: RunEvent[] = [];
  let early = 0;
  if (!response.body) throw new Error('The stream has no body');
  for await (const { data } of readEvents(response.body)) {
    if (openRuns(store) > 0) early += 1;
    events.push(JSON.parse(data) as RunEvent);
  }
  return { early, events };
}

function openRuns({ data }: Store): number {
  return Object.values(data.tables.run).filter(({ ended_at }) => ended_at === null).length;
}

describe('in a node process', () => {
  const { server, store } = createMockServer({ tokenMs: 3 });
  afterEach(() => server.close());

  it('handle fetch, with streams arriving as they are written', async () => {
    server.listen({ onUnhandledFrame: 'error' });
    const health = await fetch('http://localhost:3000/api/v1/healthz');
    expect(await health.json()).toMatchObject({ status: 'ok' });
    const { early, events } = await watch('http://localhost:3000', store);
    expect(events.at(-1)?.type).toBe('run.succeeded');
    expect(early).toBeGreaterThan(3);
  });
});

describe('on a port', () => {
  let mocks: ServedMocks;
  afterEach(() => mocks.close());

  it('stream events as they are written', async () => {
    mocks = await serveMocks({ tokenMs: 3 });
    const { early, events } = await watch(mocks.origin, mocks.store);
    expect(events.at(-1)?.type).toBe('run.succeeded');
    expect(early).toBeGreaterThan(3);
  });

  it('work with the typed SDK: calls, problems and streams', async () => {
    mocks = await serveMocks({ tokenMs: 1 });
    const client = createClient({
      baseUrl: `${mocks.origin}/api/v1`,
      auth: () => tokenOf(mocks.store, 'owner') ?? '',
    });
    const project = { orgId: ORG_ID, projectId: PROJECT_ID };
    const { data } = await listTasks({ client, path: project, query: { page_limit: 5 } });
    expect(data?.results).toHaveLength(5);
    const taskId = seedId('task', 1);
    const none = await getTask({ client, path: { ...project, taskId: seedId('task', 999) } });
    expect(none.error?.code).toBe('not_found');
    const { stream: events } = await streamTask({
      client,
      path: { ...project, taskId },
      body: { inputs: { review: 'Fine.' } },
    });
    const types: string[] = [];
    for await (const event of events) types.push(event.type);
    expect([types[0], types.at(-1)]).toEqual(['run.started', 'run.succeeded']);
  });

  it('accept calls from a console on this machine, and from no other site', async () => {
    mocks = await serveMocks();
    const allowed = async (origin: string) => {
      const response = await fetch(`${mocks.origin}/api/v1/user`, {
        method: 'OPTIONS',
        headers: { origin },
      });
      return response.headers.get('access-control-allow-origin');
    };
    expect(await allowed('http://localhost:5173')).toBe('http://localhost:5173');
    expect(await allowed('https://evil.example')).toBeNull();
  });

  it('say so when the port is in use', async () => {
    mocks = await serveMocks();
    const env = { ...process.env, PORT: new URL(mocks.origin).port };
    const started = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'serve.ts')], {
      env,
    });
    await expect(started).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is in use. Set PORT to another one.'),
    });
  });

  it('survive a client that disconnects', async () => {
    mocks = await serveMocks({ tokenMs: 2 });
    const gone = new AbortController();
    const response = await fetch(`${mocks.origin}${stream}`, {
      method: 'POST',
      signal: gone.signal,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${tokenOf(mocks.store, 'owner')}`,
      },
      body: JSON.stringify({ inputs: { review: 'Fine.' } }),
    });
    expect(response.status).toBe(200);
    gone.abort();
    await expect.poll(() => openRuns(mocks.store)).toBe(0);
    const newest = Object.keys(mocks.store.data.tables.run).sort().at(-1) ?? '';
    expect(mocks.store.data.tables.run[newest]?.status).toBe('succeeded');
  });
});
