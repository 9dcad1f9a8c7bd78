import {
  type Charge,
  type Covered,
  charge,
  chargeLimit,
  cover,
  hold,
} from '#core/billing/account.ts';
import { CREDIT_KINDS } from '#core/billing/ledger.ts';
import { paidOf } from '#core/billing/money.ts';
import { monthOf } from '#core/billing/month.ts';
import { newId } from '#core/ids.ts';
import { levelOf } from '#domain/billing/balance-alerts.ts';
import type { BillingStore } from '#domain/billing/billing.store.ts';
import type { SpendLimitRow } from '#domain/billing/billing.tables.ts';
import type { OrgRow } from '#domain/org/org.tables.ts';
import type { RunRow } from '#domain/run/run.tables.ts';
import type { MethodsOf, TablesOf } from '#domain/stores.ts';
import { type Table, Taken } from '#domain/table.ts';
import type { Run } from '#generated/model/index.ts';
import type { Store } from '../store.ts';
import { priceMethods } from './price.ts';
import { addUsage, usageMethods, usageOfRun } from './usage.ts';

type Reserving = Pick<RunRow, 'org_id' | 'project_id' | 'caller_id' | 'reserved'>;

/**
 * Reserves what a run may cost.
 * @param held its reservation, unless it is new
 */
export function reserveBalance(store: Store, run: Reserving, held?: number): Covered {
  const row = store.data.tables.org[run.org_id];
  if (!row) return { isCovered: false, refusedBy: null };
  const limits = limitsOf(store, run);
  const more = Math.max(0, run.reserved - (held ?? 0));
  const month = monthOf(new Date());
  const covered = cover(row, limits, { more, isNew: held === undefined, month });
  if (covered.isCovered) settle(store, run, hold(more));
  return covered;
}

/** Releases the reservation of a run that wasn't stored. */
export function releaseBalance(store: Store, run: Reserving): void {
  settle(store, run, { released: run.reserved, paid: 0 });
}

/** Bills a finished run and ends its reservation. */
export function chargeRun(store: Store, ended: RunRow, run: Run): void {
  const { org_id, reserved, billed } = ended;
  const paid = paidOf({ cost: run.usage.cost, billed });
  if (!store.data.tables.org[org_id]) return;
  settle(store, ended, { released: reserved, paid });
  addUsage(store, usageOfRun(ended));
  if (!paid) return;
  const id = newId('entry');
  store.data.tables.ledger_entry[id] = {
    ...{ id, org_id, kind: 'run', amount: -paid, reference: run.id },
    ...{ project_id: null, note: null, created_at: run.ended_at ?? run.created_at },
  };
}

function settle(store: Store, run: Reserving, done: Charge): void {
  const row = store.data.tables.org[run.org_id];
  if (row) Object.assign(row, charge(row, done));
  const month = monthOf(new Date());
  for (const limit of limitsOf(store, run)) Object.assign(limit, chargeLimit(limit, done, month));
}

function limitsOf(store: Store, { project_id, caller_id }: Reserving): SpendLimitRow[] {
  const { spend_limit } = store.data.tables;
  return [spend_limit[caller_id], spend_limit[project_id]].filter((row) => row !== undefined);
}

/** Queries on billing that its tables can't express, in memory. */
export function memoryBilling(
  store: Store,
  { entries, alerts }: TablesOf<BillingStore>,
  orgs: Table<OrgRow>,
): Omit<MethodsOf<BillingStore>, 'hasPayments'> {
  return {
    ...usageMethods(store),
    ...priceMethods(store),
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
        await entries.insert(entry);
      } catch (error) {
        if (error instanceof Taken) return false;
        throw error;
      }
      const org = await orgs.find({ id: entry.org_id });
      if (org) await orgs.change({ id: org.id }, { balance: org.balance + entry.amount });
      return true;
    },
    async exceeding(orgId, { tasks, documents }) {
      const { project, task, collection, document } = store.data.tables;
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
      const grants = await entries.list({
        where: { org_id: orgId, kind: { in: [...CREDIT_KINDS] } },
      });
      return {
        balance: org.balance,
        reserved: org.reserved,
        granted: grants.reduce((total, { amount }) => total + amount, 0),
      };
    },
    async balanceAfter(orgId, { id, created_at }) {
      const org = await orgs.find({ id: orgId });
      const all = await entries.list({ where: { org_id: orgId } });
      const newer = all.filter(
        (one) => one.created_at > created_at || (one.created_at === created_at && one.id > id),
      );
      return newer.reduce((balance, { amount }) => balance - amount, org?.balance ?? 0);
    },
    async runsOf(ids) {
      const { run } = store.data.tables;
      return ids.flatMap((id) => run[id] ?? []);
    },
  };
}

function countBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return counts;
}
