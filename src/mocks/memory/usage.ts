import { ADJUSTING_KINDS } from '#core/billing/ledger.ts';
import { monthOf } from '#core/billing/month.ts';
import type { BillingStore, UsageSum } from '#domain/billing/billing.store.ts';
import type { UsageDayRow } from '#domain/billing/billing.tables.ts';
import type { RunRow } from '#domain/run/run.tables.ts';
import type { MethodsOf } from '#domain/stores.ts';
import { TABLES } from '#domain/tables.ts';
import type { UsageGroupBy } from '#generated/model/index.ts';
import type { Store } from '../store.ts';
import { keyIn } from './tables.ts';

const FIGURES = [
  'calls',
  'unpriced',
  'cost',
  'own',
  'charged',
  'input_tokens',
  'output_tokens',
] as const;

const CREDITS = new Set<string>(ADJUSTING_KINDS);

const BY: Record<UsageGroupBy, (row: UsageDayRow) => string> = {
  task: ({ task_id }) => task_id,
  day: ({ day }) => day,
  model: ({ model_id }) => model_id,
  key: ({ caller_type, caller_id }) => (caller_type === 'api_key' ? caller_id : ''),
  member: ({ caller_type, caller_id }) => (caller_type === 'user' ? caller_id : ''),
  project: ({ project_id }) => project_id,
  kind: ({ kind }) => kind,
};

/** A finished run for charts. */
export function usageOfRun(row: RunRow): UsageDayRow {
  const cost = row.cost ?? 0;
  const charged = row.billed ?? cost;
  return {
    org_id: row.org_id,
    day: (row.ended_at ?? row.created_at).slice(0, 10),
    project_id: row.project_id,
    task_id: row.task_id,
    model_id: row.model_id,
    caller_id: row.caller_type === 'visitor' ? '' : row.caller_id,
    kind: 'run',
    task_name: row.task_name,
    caller_type: row.caller_type,
    calls: 1,
    unpriced: row.cost === null ? 1 : 0,
    cost,
    own: Math.max(0, cost - charged),
    charged,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
  };
}

/** Adds to the usage of a day, as the server's statements do. */
export function addUsage(store: Pick<Store, 'data'>, row: UsageDayRow): void {
  const days = store.data.tables.usage_day;
  const key = keyIn(TABLES.usage_day, row);
  days[key] = sumOf(days[key], row);
}

/** Daily usage, and the other totals that limits and alerts need, in memory. */
export function usageMethods(
  store: Store,
): Pick<
  MethodsOf<BillingStore>,
  'month' | 'addUsage' | 'usage' | 'creditsSince' | 'reservedBy' | 'reachedAlerts' | 'dueTopUps'
> {
  const tables = () => store.data.tables;
  return {
    month: async () => monthOf(new Date()),
    async addUsage(...rows) {
      for (const row of rows) addUsage(store, row);
    },
    async usage(orgId, { from, to, projectIds, ...filter }, by) {
      const wanted = Object.entries(filter).filter(([, value]) => value !== undefined);
      const sums = new Map<string, UsageSum>();
      for (const row of Object.values(tables().usage_day)) {
        if (row.org_id !== orgId || row.day < from || row.day > to) continue;
        if (projectIds?.includes(row.project_id) === false) continue;
        if (wanted.some(([column, value]) => row[column as keyof UsageDayRow] !== value)) continue;
        const id = BY[by](row);
        const of = by === 'task' ? { name: row.task_name, project_id: row.project_id } : NOTHING;
        sums.set(id, { ...sumOf(sums.get(id), row), id, ...of });
      }
      return [...sums.values()].sort(
        (a, b) => b.cost - a.cost || b.calls - a.calls || (a.id < b.id ? -1 : 1),
      );
    },
    async creditsSince(orgId, day) {
      const credits = new Map<string, number>();
      for (const { org_id, kind, amount, created_at } of Object.values(tables().ledger_entry)) {
        const on = created_at.slice(0, 10);
        if (org_id !== orgId || on < day || !CREDITS.has(kind)) continue;
        credits.set(on, (credits.get(on) ?? 0) + amount);
      }
      return credits;
    },
    async reservedBy(projectId, apiKeyId) {
      let amount = 0;
      for (const run of Object.values(tables().run)) {
        if (run.project_id !== projectId || run.ended_at !== null) continue;
        if (apiKeyId === null || run.caller_id === apiKeyId) amount += run.reserved;
      }
      for (const held of Object.values(tables().reservation)) {
        if (held.project_id !== projectId) continue;
        if (apiKeyId === null || held.api_key_id === apiKeyId) amount += held.amount;
      }
      return amount;
    },
    async dueTopUps(limit) {
      const due = Object.values(tables().auto_top_up).filter(
        ({ org_id, is_on, threshold, attempt_id }) => {
          const org = tables().org[org_id];
          const left = org ? org.balance - org.reserved : 0;
          return org?.deleted_at === null && (attempt_id !== null || (is_on && left < threshold));
        },
      );
      return due.slice(0, limit).map(({ org_id }) => org_id);
    },
    async reachedAlerts(month, limit) {
      const due = Object.values(tables().spend_alert).flatMap((alert) => {
        if (alert.notified_month === month) return [];
        let spent = 0;
        for (const { org_id, project_id, day, cost, own } of Object.values(tables().usage_day)) {
          if (org_id !== alert.org_id || !day.startsWith(month)) continue;
          if (alert.project_id === null || alert.project_id === project_id) spent += cost - own;
        }
        return spent >= alert.amount ? [{ id: alert.id, spent }] : [];
      });
      return due.slice(0, limit);
    },
  };
}

const NOTHING = { name: '', project_id: '' };

/** @param row the row whose names are kept */
function sumOf<Sum extends Pick<UsageDayRow, (typeof FIGURES)[number]>>(
  known: Pick<UsageDayRow, (typeof FIGURES)[number]> | undefined,
  row: Sum,
): Sum {
  const sum = { ...row };
  for (const name of FIGURES) sum[name] += known?.[name] ?? 0;
  return sum;
}
