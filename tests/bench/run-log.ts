import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { firstIdAt, newId } from '#core/ids.ts';
import { Shares } from '#core/shares.ts';
import type { Reader } from '#domain/access/visible.ts';
import { SHARED_EXPORTS } from '#domain/exports.ts';
import type { RunPort } from '#domain/run/run.port.ts';
import { createRunLogService } from '#domain/run/run-log.service.ts';
import { createRunStatsService } from '#domain/run/run-stats.service.ts';
import type { Database } from '#server/db/client.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { vacuum } from '#server/db/upkeep.ts';
import { createStores } from '#server/stores.ts';
import { sizeOf } from './size.ts';
import { percentile, round } from './statistics.ts';

const READER: Reader = {
  principal: {
    type: 'user',
    userId: 'user',
    identityId: '',
    sessionId: '',
    name: '',
    email: '',
  },
  access: { orgRole: 'owner', projectRole: 'owner' },
};

const RUNS = sizeOf('BENCH_RUNS', 100_000, 2000);
const CHUNK = 2000;
const WEEK_MS = 7 * 86_400_000;
const PROJECT = 'project_bench';
const WORDS =
  'lamp arrived broken late customer support answered order refund invoice shipping colour'.split(
    ' ',
  );

/** The run log of a project with 100,000 runs on the embedded database, measured at the service. */
export async function benchRunLog(): Promise<object> {
  const dataDir = mkdtempSync(join(tmpdir(), 'taskloom-bench-'));
  const database = await openDatabase({ dataDir });
  try {
    await seedRuns(database);
    await vacuum(database.db);
    const stores = createStores(database.db);
    const stats = createRunStatsService({ stores });
    const run = { hub: { find: () => undefined } } as unknown as RunPort;
    const log = createRunLogService({ exports: new Shares(SHARED_EXPORTS), stores, run });
    const list = (q?: string, cursor?: string) =>
      log.list(PROJECT, { page_limit: 100, ...(q && { q }), ...(cursor && { cursor }) }, READER);
    // Like the console: loads page after page, even if pages are empty.
    const searchAll = async (q: string) => {
      let page = await list(q);
      while (page.pagination.next_cursor) page = await list(q, page.pagination.next_cursor);
    };
    return {
      'first page': await timed(50, () => list()),
      'search, found': await timed(50, () => list('lamp')),
      'search, two words': await timed(50, () => list('lamp late')),
      'search, first page without a match': await timed(50, () => list('zebra')),
      'search, all pages without a match': await timed(10, () => searchAll('zebra')),
      'statistics of a week': await timed(20, () => stats.get(PROJECT, {}, READER)),
      'statistics of failures': await timed(20, () =>
        stats.get(PROJECT, { status: ['failed'] }, READER),
      ),
    };
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function timed(times: number, work: () => Promise<unknown>): Promise<object> {
  const samples: number[] = [];
  await work();
  for (let i = 0; i < times; i += 1) {
    const began = performance.now();
    await work();
    samples.push(performance.now() - began);
  }
  return { 'p50 ms': round(percentile(samples, 0.5)), 'p95 ms': round(percentile(samples, 0.95)) };
}

/** Runs of 20 tasks with five revisions each, spread over the last week; one in fifty failed. */
async function seedRuns({ db }: Database): Promise<void> {
  const since = Date.now() - WEEK_MS + 3_600_000;
  for (let from = 0; from < RUNS; from += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, RUNS - from) }, (_, i) => {
      const n = from + i;
      const at = since + (n / RUNS) * (Date.now() - since);
      const text = Array.from({ length: 25 }, (_x, w) => WORDS[(n * 7 + w * (n % 11)) % 12]);
      return {
        id: firstIdAt('run', at).slice(0, 16) + newId('run').slice(-14),
        n,
        at: new Date(at).toISOString(),
        text: text.join(' '),
      };
    });
    await db.execute(sql`
      insert into run (id, org_id, project_id, task_id, task_name, revision, source, status, model_id,
        input_preview, inputs, output_text, output_valid, input_tokens, output_tokens, cost, latency_ms,
        caller_type, caller_id, caller_name, worker_id, created_at, ended_at)
      select id, 'org_bench', ${PROJECT}, 'task_' || n % 20, 'Task ' || n % 20, 1 + n % 5, 'api',
        case when n % 50 = 0 then 'failed' else 'succeeded' end, 'model', left(text, 200),
        jsonb_build_object('review', text), text, n % 50 <> 0, 100, 50, n % 300, 200 + n * 7919 % 3000,
        'api_key', 'key_' || n % 7, 'Key', 'worker', at, at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as v(id text, n int, at timestamptz, text text)`);
  }
}
