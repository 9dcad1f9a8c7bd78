import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signUp } from '../support/account.ts';
import { freePort, type Running, startScript, waitUntilUp } from '../support/process.ts';
import { archiveOfTasks, uploadArchive } from '../support/stalls/archive.ts';

/** kill -9 during an import: it continues where it was, and nobody sees anything of it before it is complete. */
const TASKS = 1500;
const dataDir = mkdtempSync(join(tmpdir(), 'taskloom-import-'));
let port: number;
let server: Running;
let token: string;

async function start(): Promise<void> {
  server = startScript('src/server/main.ts', {
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '1000000',
  });
  await waitUntilUp(`http://localhost:${port}/readyz`, server);
}

// biome-ignore lint/suspicious/noExplicitAny: the test reads any part of a response
async function call(method: string, path: string, body?: unknown): Promise<any> {
  const isForm = body instanceof FormData;
  const response = await fetch(`http://localhost:${port}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

beforeAll(async () => {
  port = await freePort();
  await start();
}, 60_000);

afterAll(async () => {
  await server.stop('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

it('an import continues after kill -9, twice', { timeout: 180_000 }, async () => {
  const account = await signUp(`http://localhost:${port}`);
  token = await account.token();
  const org = `/org/${(await call('GET', '/org')).results[0].id}`;
  const [first] = (await call('GET', `${org}/project`)).results;
  const upload_id = await uploadArchive(call, `${org}/project/${first.id}`, archiveOfTasks(TASKS));
  const transfer = `${org}/transfer/${(await call('POST', `${org}/import`, { upload_id })).id}`;

  const after = async (done: number) => {
    for (;;) {
      const now = await call('GET', transfer);
      if (now.done >= done || now.ended_at !== null) return now;
      await setTimeout(2);
    }
  };
  let before = 0;
  for (const share of [0.2, 0.6]) {
    const half = await after(TASKS * 2 * share);
    expect(half.status).toBe('running');
    expect(half.done).toBeGreaterThanOrEqual(before);
    before = half.done;
    expect((await call('GET', `${org}/project`)).results).toHaveLength(1);
    await server.stop('SIGKILL');
    await start();
    token = await account.token();
    // What was acknowledged is there, and nothing is done twice.
    expect((await call('GET', transfer)).done).toBeGreaterThanOrEqual(before);
  }
  const done = await after(Number.POSITIVE_INFINITY);
  expect(done).toMatchObject({ status: 'succeeded', error: null, done: 2 * TASKS + 1 });
  expect(done.total).toBe(done.done);
  const names = new Set<string>();
  for (let cursor = ''; ; ) {
    const path = `${org}/project/${done.project_ids[0]}/task?page_limit=100${cursor}`;
    const { results, pagination } = await call('GET', path);
    for (const { name } of results) names.add(name);
    if (!pagination.has_next) break;
    cursor = `&cursor=${encodeURIComponent(pagination.next_cursor)}`;
  }
  expect(names.size).toBe(TASKS);
});
