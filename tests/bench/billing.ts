import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Shares } from '#core/shares.ts';
import type { Reader } from '#domain/access/visible.ts';
import { createBillingService } from '#domain/billing/billing.service.ts';
import { createLedgerService } from '#domain/billing/ledger.service.ts';
import { createUsageService } from '#domain/billing/usage.service.ts';
import { createInvalidation } from '#server/access/invalidation.ts';
import { createStanding } from '#server/access/standing.ts';
import type { Db } from '#server/db/client.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createStores } from '#server/stores.ts';
import { sizeOf } from './size.ts';
import { percentile, round } from './statistics.ts';

const MANY = sizeOf('BENCH_RUNS', 100_000, 2000);
const FEW = 1000;
const TIMES = 7;
const READER: Reader = {
  principal: {
    ...{ type: 'user', userId: 'user', identityId: '', sessionId: '', name: '', email: '' },
  },
  access: { orgRole: 'owner', projectRole: null },
};

/**
 * What the pages of billing take for an organisation with a hundred thousand paid runs, compared with a thousand: 200
 * tasks in the last 30 days, and each run with another day, task, model or caller, which is the worst case. On the embedded database, or that of `DATABASE_URL`.
 */
export async function benchBilling(): Promise<object> {
  const dataDir = mkdtempSync(join(tmpdir(), 'taskloom-bench-'));
  const databaseUrl = process.env.DATABASE_URL;
  const database = await openDatabase({ dataDir, ...(databaseUrl && { databaseUrl }) });
  try {
    const { db } = database;
    await seed(db, 'org_few', FEW);
    await seed(db, 'org_many', MANY);
    await db.execute(sql`analyze`);
    const stores = createStores(db);
    const domain = {
      stores,
      standing: createStanding(db, stores, await createInvalidation(database)),
      areAddressesAssumed: false,
      exports: new Shares({ total: 10 }),
    };
    const usage = createUsageService(domain);
    const ledger = createLedgerService(domain);
    const balance = createBillingService(domain);
    const works: Record<string, (org: string) => Promise<unknown>> = {
      balance: (org) => balance.getBalance(org),
      'usage by task': (org) => usage.get(org, { group_by: 'task' }, READER),
      'usage by member': (org) => usage.get(org, { group_by: 'member' }, READER),
      forecast: (org) => usage.forecast(org),
      'page of the ledger': (org) => ledger.list(org, { page_limit: 100 }, READER),
      'ledger, as CSV': (org) => readAll(ledger.export(org, {}, READER)),
      'usage, as CSV': (org) => readAll(usage.export(org, {}, READER)),
    };
    const rows: Record<string, object> = {};
    for (const [name, work] of Object.entries(works)) {
      const few = await time(() => work('org_few'));
      const many = await time(() => work('org_many'));
      const counts = { [`${FEW} runs, ms`]: round(few), [`${MANY} runs, ms`]: round(many) };
      rows[name] = { ...counts, ratio: round(many / few) };
    }
    return rows;
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const samples: number[] = [];
  for (let n = 0; n < TIMES; n += 1) {
    const began = performance.now();
    await work();
    const took = performance.now() - began;
    if (n > 0) samples.push(took);
    // Exports take long enough to be measured once.
    if (took > 2000) return took;
  }
  return percentile(samples, 0.5);
}

async function readAll(parts: AsyncIterable<string>): Promise<number> {
  let length = 0;
  for await (const part of parts) length += part.length;
  return length;
}

/** Runs in the ledger, and their usage by day. */
async function seed(db: Db, org: string, runs: number): Promise<void> {
  await db.execute(sql`insert into org (id, name, balance) values (${org}, ${org}, 1000000)`);
  await db.execute(
    sql`insert into project (id, org_id, name) values (${`project_${org}`}, ${org}, 'Shop')`,
  );
  await db.execute(sql`
    insert into ledger_entry (id, org_id, kind, amount, reference, created_at)
    select ${org} || n, ${org}, 'run', -50, ${org} || n, now() - n * interval '25 seconds'
    from generate_series(1, ${runs}::int) n`);
  await db.execute(sql`
    insert into usage_day (org_id, day, project_id, task_id, model_id, caller_id, kind, task_name, caller_type, calls,
      unpriced, cost, own, charged, input_tokens, output_tokens)
    select ${org}, to_char(now() - (n / 200 % 30) * interval '1 day', 'YYYY-MM-DD'), ${`project_${org}`},
      'task_' || n % 200, 'model_' || n / 6000 % 4, 'user_' || n / 24000, 'run', 'Task ' || n % 200, 'user', 1, 0, 50, 0,
      50, 100, 100
    from generate_series(1, ${runs}::int) n`);
}
