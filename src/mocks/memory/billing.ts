import { CREDIT_KINDS } from '#core/billing/ledger.ts';
import { newId } from '#core/ids.ts';
import { levelOf } from '#domain/billing/balance-alerts.ts';
import type { BalanceAlertRow, BillingStore, LedgerRow } from '#domain/billing/billing.store.ts';
import type { OrgRow } from '#domain/org/org.store.ts';
import type { RunRow } from '#domain/run/run.store.ts';
import type { MethodsOf } from '#domain/stores.ts';
import { type Table, Taken } from '#domain/table.ts';
import type { Run } from '#generated/model/index.ts';
import type { Store } from '../store.ts';

/**
 * Reserves what a run may cost, as the server's statements do. A run whose price is unknown needs some balance.
 * @param held what the run has reserved already
 * @returns whether the balance minus what other runs have reserved allows it
 */
export function reserveBalance(store: Store, orgId: string, cost: number, held = 0): boolean {
  const row = store.data.tables.org[orgId];
  const more = Math.max(0, cost - held);
  if (!row || row.balance - row.reserved < more || (cost === 0 && row.balance <= 0)) return false;
  row.reserved += more;
  return true;
}

/** Bills a finished run and ends its reservation, as the server's statement that ends runs does. */
export function chargeRun({ data }: Store, { org_id, reserved, billed }: RunRow, run: Run): void {
  const cost = billed ?? run.usage.cost;
  const { org, ledger_entry } = data.tables;
  const row = org[org_id];
  if (!row) return;
  row.reserved -= reserved;
  if (!cost) return;
  const id = newId('entry');
  ledger_entry[id] = {
    id,
    org_id,
    kind: 'run',
    amount: -cost,
    reference: run.id,
    created_at: run.ended_at ?? run.created_at,
  };
  row.balance -= cost;
}

/** The ledger in memory. */
export function memoryBilling(
  { data }: Store,
  orgs: Table<OrgRow>,
  ledger: Table<LedgerRow>,
  alerts: Table<BalanceAlertRow>,
): Omit<MethodsOf<BillingStore>, 'hasPayments'> {
  return {
    async crossedBalances(_low, limit) {
      const all = await orgs.list({ where: { deleted_at: null }, order: ['id'] });
      const known = await alerts.list({ where: {}, order: ['org_id'] });
      const levels = new Map(known.map(({ org_id, level }) => [org_id, level]));
      return all
        .filter(({ id, balance }) => levelOf(balance) !== (levels.get(id) ?? null))
        .slice(0, limit)
        .map(({ id }) => id);
    },
    async addEntry(entry) {
      try {
        await ledger.insert(entry);
      } catch (error) {
        if (error instanceof Taken) return;
        throw error;
      }
      const org = await orgs.find({ id: entry.org_id });
      if (org) await orgs.change({ id: org.id }, { balance: org.balance + entry.amount });
    },
    async exceeding(orgId, { tasks, documents }) {
      const { project, task, collection, document } = data.tables;
      const live = Object.values(project).filter(
        (one) => one.org_id === orgId && one.deleted_at === null,
      );
      const collections = Object.values(collection).filter(({ project_id }) =>
        live.some(({ id }) => id === project_id),
      );
      const inProject = countBy(Object.values(task), ({ project_id }) => project_id);
      const inCollection = countBy(Object.values(document), (one) => one.collection_id);
      const all = [
        ...live.map(({ id, name }) => ({
          limit: 'tasks' as const,
          name,
          count: inProject.get(id) ?? 0,
          max: tasks,
        })),
        ...collections.map(({ id, name }) => ({
          limit: 'documents' as const,
          name,
          count: inCollection.get(id) ?? 0,
          max: documents,
        })),
      ];
      return all
        .filter(({ count, max }) => count > max)
        .sort((a, b) => b.count - a.count)
        .slice(0, 50);
    },
    async readBalance(orgId) {
      const org = await orgs.find({ id: orgId });
      if (!org) return undefined;
      const grants = await ledger.list({
        where: { org_id: orgId, kind: { in: CREDIT_KINDS } },
      });
      return {
        balance: org.balance,
        reserved: org.reserved,
        granted: grants.reduce((total, { amount }) => total + amount, 0),
      };
    },
  };
}

function countBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return counts;
}
