import type { LedgerRow } from '#domain/billing/billing.tables.ts';
import type { RunRow } from '#domain/run/run.tables.ts';
import { getLedgerEntryMock } from '#generated/model/index.faker.ts';
import { seedRow } from '../../memory/seed-row.ts';
import { addUsage, usageOfRun } from '../../memory/usage.ts';
import type { StoreData } from '../../store.ts';
import { ORG_ID, seedId } from '../ids.ts';

/** The entries before it are grants. */
const FIRST_ENTRY = 1000;

/** The ledger entries of finished runs. */
export function seedSpending(runs: readonly RunRow[]): LedgerRow[] {
  return runs.flatMap((run, index) => {
    if (run.org_id !== ORG_ID || !run.cost || run.ended_at === null) return [];
    return seedRow('ledger_entry', getLedgerEntryMock, {
      id: seedId('entry', FIRST_ENTRY + index),
      org_id: ORG_ID,
      kind: 'run',
      amount: -run.cost,
      reference: run.id,
      created_at: run.ended_at,
    });
  });
}

/** The same costs by day, for charts. */
export function seedUsage(data: StoreData, runs: readonly RunRow[]): void {
  for (const run of runs) if (run.ended_at !== null) addUsage({ data }, usageOfRun(run));
}
