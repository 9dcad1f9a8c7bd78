import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestPostgres } from '#server/db/testing.ts';
import { signUp } from '../support/account.ts';
import { type OpenAiServer, startOpenAiServer } from '../support/models/openai-server.ts';
import { testPostgres } from '../support/postgres.ts';
import { freePort, type Running, startScript, waitUntilUp } from '../support/process.ts';

/** kill -9 while documents are indexed: all of them arrive, none twice, and nothing is embedded twice. */
const postgres = await testPostgres();
const DOCUMENTS = 24;
/** As the server does: documents in work, and chunks that are embedded and stored at once. */
const DOCUMENTS_AT_ONCE = 8;
const BATCH = 32;
let models: OpenAiServer;
let dataDir: string;
let port: number;

interface Json {
  [name: string]: Json;
}

beforeAll(async () => {
  models = await startOpenAiServer();
});
beforeEach(async () => {
  port = await freePort();
  dataDir = mkdtempSync(join(tmpdir(), 'taskloom-ingest-'));
  models.reset();
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));
afterAll(() => models.close());

it(
  'continues to index documents after kill -9, without loss or doubles',
  {
    timeout: 180_000,
  },
  () => killWhileIndexing({}, [3, 12]),
);

it.skipIf(!postgres)('does so on PostgreSQL', { timeout: 180_000 }, async () => {
  const database = await createTestPostgres(postgres ?? '');
  try {
    await killWhileIndexing({ DATABASE_URL: database.url }, [6]);
  } finally {
    await database.drop();
  }
});

async function start(env: Record<string, string>): Promise<Running> {
  const server = startScript('src/server/main.ts', {
    PORT: String(port),
    DATA_DIR: dataDir,
    TRUST_ADDRESSES: 'true',
    LOG_LEVEL: 'error',
    COMPATIBLE_BASE_URL: models.url,
    COMPATIBLE_MODELS: 'fake-model',
    EMBEDDING_MODELS: 'compatible/fake-vectors',
    RATE_LIMIT_PER_MINUTE: '1000000',
    ...env,
  });
  await waitUntilUp(`http://localhost:${port}/readyz`, server);
  return server;
}

/** @param kills how many documents are ready each time the process is killed */
async function killWhileIndexing(
  env: Record<string, string>,
  kills: readonly number[],
): Promise<void> {
  let server = await start(env);
  const account = await signUp(`http://localhost:${port}`);
  let token = await account.token();
  const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const response = await fetch(`http://localhost:${port}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Json;
  };
  const restart = async () => {
    await server.stop('SIGKILL');
    server = await start(env);
    token = await account.token();
  };
  const org = (await call('GET', '/org')).results?.[0]?.id;
  const project = (await call('GET', `/org/${org}/project`)).results?.[0]?.id;
  const base = `/org/${org}/project/${project}/collection`;
  const made = await call('POST', base, { name: 'Handbook', settings: { chunk_size: 50 } });
  const path = `${base}/${made.id}`;
  const counts = async () => (await call('GET', path)).counts as unknown as Record<string, number>;

  for (let number = 0; number < DOCUMENTS; number += 1) {
    const section = (part: number) =>
      `## Part ${part} of ${number}\n\n${`Rule ${part} of book ${number}. `.repeat(12)}`;
    const text = Array.from({ length: 12 }, (_, part) => section(part)).join('\n\n');
    await call('POST', `${path}/document`, { name: `Book ${number}`, text });
  }
  for (const enough of kills) {
    while (((await counts()).ready ?? 0) < enough)
      await new Promise((resolve) => setTimeout(resolve, 20));
    await restart();
  }
  while (((await counts()).ready ?? 0) < DOCUMENTS) {
    expect((await counts()).failed).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }

  const { results } = (await call('GET', `${path}/document?page_limit=100`)) as unknown as {
    results: Json[];
  };
  const expected = (await call('POST', `${path}/preview`, { document_id: results[0]?.id })).total;
  for (const document of results) {
    const chunks = (await call('GET', `${path}/document/${document.id}/chunk?page_limit=100`))
      .results;
    const positions = (chunks as unknown as { position: number }[]).map(({ position }) => position);
    expect(positions).toEqual(Array.from({ length: Number(expected) }, (_, at) => at));
  }
  // What was on its way when the process was killed is sent again, and nothing else.
  const times = Map.groupBy(models.embedded, (text) => text);
  const again = [...times.values()].filter(({ length }) => length > 1);
  expect(again.length).toBeLessThanOrEqual(kills.length * DOCUMENTS_AT_ONCE * BATCH);
  expect(Math.max(...[...times.values()].map(({ length }) => length))).toBeLessThanOrEqual(
    kills.length + 1,
  );
  await server.stop();
}
