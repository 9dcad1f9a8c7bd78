import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestPostgres } from '#server/db/testing.ts';
import { type Account, signUp } from '../support/account.ts';
import { testPostgres } from '../support/postgres.ts';
import { freePort, type Running, startScript, waitUntilUp } from '../support/process.ts';
import { S3_KEYS, type S3Server, s3Config, startS3 } from '../support/sources/s3-server.ts';

/** Syncs whose process is killed, and two processes that share the work. */
const postgres = await testPostgres();
const FILES = 24;
/** How long the bucket takes for each request, so that there is a middle to be killed in. */
const SLOW_MS = 100;

interface Json {
  [name: string]: Json;
}

interface Node {
  port: number;
  process: Running;
}

let bucket: S3Server;
let dataDir: string;

beforeAll(async () => {
  bucket = await startS3();
  bucket.before = () => setTimeout(SLOW_MS);
  dataDir = mkdtempSync(join(tmpdir(), 'taskloom-sync-'));
});

afterAll(async () => {
  await bucket.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function startNode(port: number, env: Record<string, string> = {}): Promise<Node> {
  const process = startScript('src/server/main.ts', {
    PORT: String(port),
    DATA_DIR: dataDir,
    TRUST_ADDRESSES: 'true',
    LOG_LEVEL: 'error',
    OUTBOUND_ALLOW: '127.0.0.1',
    RATE_LIMIT_PER_MINUTE: '1000000',
    ...env,
  });
  await waitUntilUp(`http://localhost:${port}/readyz`, process);
  return { port, process };
}

async function callNode(
  { port }: Pick<Node, 'port'>,
  token: string,
  [method, path]: [method: string, path: string],
  body?: unknown,
): Promise<Json> {
  const response = await fetch(`http://localhost:${port}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const json = (await response.json()) as Json;
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
  return json;
}

type Call = (method: string, path: string, body?: unknown) => Promise<Json>;

/** Creates a collection. Returns its path. */
async function createCollection(call: Call): Promise<string> {
  const org = (await call('GET', '/org')).results?.[0]?.id;
  const project = (await call('GET', `/org/${org}/project`)).results?.[0]?.id;
  const base = `/org/${org}/project/${project}/collection`;
  return `${base}/${(await call('POST', base, { name: 'Files' })).id}`;
}

async function createSource(call: Call, path: string, prefix: string): Promise<string> {
  const body = { name: prefix, config: s3Config(bucket, prefix), credentials: S3_KEYS };
  return `${path}/datasource/${(await call('POST', `${path}/datasource`, body)).id}`;
}

function fill(prefix: string, count: number): string[] {
  const names = Array.from(
    { length: count },
    (_, n) => `${prefix}${String(n).padStart(3, '0')}.md`,
  );
  for (const name of names) bucket.objects.set(name, { body: `# ${name}\n\nText of ${name}.` });
  return names;
}

/** How often each object of a prefix was read so far. */
function readsOf(prefix: string): Map<string, number> {
  const paths = bucket.requests.map(({ url }) => decodeURIComponent(url.pathname));
  const keys = paths.map((path) => path.replace('/files/', ''));
  const groups = Map.groupBy(keys, (key) => key);
  return new Map(
    [...groups].filter(([key]) => key.startsWith(prefix)).map(([key, list]) => [key, list.length]),
  );
}

/** Until a sync has ended, or has come far enough. */
async function until(call: Call, source: string, isEnough: (sync: Json) => boolean): Promise<Json> {
  for (;;) {
    const { last_sync: sync } = await call('GET', source);
    if (sync && isEnough(sync)) return sync;
    await setTimeout(50);
  }
}

const hasEnded = ({ ended_at }: Json) => ended_at !== null;

/** The names of a collection's documents, all of which are ready. */
async function readyNames(call: Call, path: string): Promise<string[]> {
  return vi.waitFor(
    async () => {
      const { results } = (await call(
        'GET',
        `${path}/document?page_limit=100&sort=name`,
      )) as never as {
        results: { name: string; state: string }[];
      };
      expect(results.filter(({ state }) => state !== 'ready').map(({ name }) => name)).toEqual([]);
      return results.map(({ name }) => name);
    },
    { timeout: 60_000, interval: 200 },
  );
}

describe('a sync whose process is killed', () => {
  it('continues after the restart, without loss or doubles', { timeout: 240_000 }, async () => {
    const names = fill('kill/', FILES);
    const short = names.map((name) => name.replace('kill/', ''));
    let node = await startNode(await freePort());
    const account = await signUp(`http://localhost:${node.port}`);
    let token = await account.token();
    const call: Call = (method, path, body) => callNode(node, token, [method, path], body);
    const killAt = async (source: string, key: 'added' | 'changed', enough: number) => {
      await until(call, source, (sync) => Number(sync[key]) >= enough);
      await node.process.stop('SIGKILL');
      node = await startNode(node.port);
      token = await account.token();
    };
    const path = await createCollection(call);
    const source = await createSource(call, path, 'kill/');
    await killAt(source, 'added', 8);
    const first = await until(call, source, hasEnded);
    expect(first).toMatchObject({ status: 'succeeded', added: FILES, changed: 0, unchanged: 0 });
    expect(await readyNames(call, path)).toEqual(short);
    // What was on its way when the process was killed is read again, and nothing else.
    const reads = readsOf('kill/');
    bucket.requests.splice(0);
    expect([...reads.keys()].sort()).toEqual(names);
    expect([...reads.values()].filter((times) => times > 1).length).toBeLessThanOrEqual(1);

    for (const name of names.slice(0, 12)) bucket.objects.set(name, { body: `# Changed ${name}` });
    for (const name of names.slice(-3)) bucket.objects.delete(name);
    fill('kill/new', 3);
    await call('POST', `${source}/sync`);
    await killAt(source, 'changed', 5);
    const second = await until(call, source, hasEnded);
    const counts = { added: 3, changed: 12, removed: 3, unchanged: FILES - 15, failed: 0 };
    expect(second).toMatchObject({ status: 'succeeded', ...counts });
    const added = ['new000.md', 'new001.md', 'new002.md'];
    expect(await readyNames(call, path)).toEqual([...short.slice(0, -3), ...added]);
    const log = await call('GET', `${source}/sync/${second.id}/entry?page_limit=100`);
    expect(log.results).toHaveLength(18);
    const again = [...readsOf('kill/').values()].filter((times) => times > 1);
    expect(again.length).toBeLessThanOrEqual(1);
    await node.process.stop();
  });
});

describe.skipIf(!postgres)('two nodes', () => {
  let database: Awaited<ReturnType<typeof createTestPostgres>>;
  let nodes: Node[] = [];
  let account: Account;

  const start = async (publicUrl?: string): Promise<Node> => {
    const port = await freePort();
    const node = await startNode(port, {
      PUBLIC_URL: publicUrl ?? `http://localhost:${port}`,
      DATABASE_URL: database.url,
      SECRET_KEY: 'a sufficiently long secret for two nodes',
    });
    nodes.push(node);
    return node;
  };

  beforeAll(async () => {
    database = await createTestPostgres(postgres ?? '');
  });

  afterAll(async () => {
    await Promise.all(nodes.map(({ process }) => process.stop('SIGKILL')));
    nodes = [];
    await database.drop();
  });

  it('never sync a source at the same time, and one takes over what the other leaves', {
    timeout: 240_000,
  }, async () => {
    const first = await start();
    const origin = `http://localhost:${first.port}`;
    account = await signUp(origin);
    const token = await account.token();
    const second = await start(origin);
    const on =
      (node: Node): Call =>
      (method, path, body) =>
        callNode(node, token, [method, path], body);
    const path = await createCollection(on(first));
    const prefixes = Array.from({ length: 6 }, (_, n) => `s${n}/`);
    for (const prefix of prefixes) fill(prefix, 8);
    // A sync asks for one thing after the other.
    const open = new Map<string, number>();
    const most = new Map<string, number>();
    bucket.before = async ({ url }) => {
      const of = url.searchParams.get('prefix') ?? `${url.pathname.split('/')[2]}/`;
      const count = (open.get(of) ?? 0) + 1;
      open.set(of, count);
      if (!url.searchParams.has('max-keys')) most.set(of, Math.max(most.get(of) ?? 0, count));
      await setTimeout(SLOW_MS / 2);
      open.set(of, (open.get(of) ?? 0) - 1);
    };
    const sources = await Promise.all(
      prefixes.map((prefix, n) => createSource(on(n % 2 ? first : second), path, prefix)),
    );
    const startEverywhere = () =>
      Promise.all(
        sources.flatMap((source) =>
          [first, second, first, second].map((node) => on(node)('POST', `${source}/sync`)),
        ),
      );
    for (let round = 0; round < 3; round += 1) {
      await startEverywhere();
      await setTimeout(100);
    }
    for (const source of sources) await until(on(second), source, hasEnded);
    expect(Object.fromEntries(most)).toEqual(Object.fromEntries(prefixes.map((one) => [one, 1])));
    for (const prefix of prefixes) expect([...new Set(readsOf(prefix).values())]).toEqual([1]);
    expect(await readyNames(on(second), `${path}`)).toHaveLength(48);

    bucket.before = () => setTimeout(SLOW_MS);
    fill('last/', 20);
    const last = await createSource(on(first), path, 'last/');
    const { id } = await until(on(second), last, ({ added }) => Number(added) >= 5);
    await first.process.stop('SIGKILL');
    const ended = await until(on(second), last, hasEnded);
    expect(ended).toMatchObject({ id, status: 'succeeded', added: 20, failed: 0, changed: 0 });
    expect((await on(second)('GET', last)).documents).toBe(20);
  });
});
