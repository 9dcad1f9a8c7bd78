import { and, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { ADJUSTING_KINDS } from '#core/billing/ledger.ts';
import type { BillingStore, UsageSum } from '#domain/billing/billing.store.ts';
import { ledgerEntry, reservation, usageDay } from '#domain/billing/billing.tables.ts';
import type { MethodsOf } from '#domain/stores.ts';
import type { UsageGroupBy } from '#generated/model/index.ts';
import type { Db, Tx } from '../../db/client.ts';

const BY: Record<UsageGroupBy, SQL> = {
  task: sql`task_id`,
  day: sql`day`,
  model: sql`model_id`,
  key: sql`case when caller_type = 'api_key' then caller_id else '' end`,
  member: sql`case when caller_type = 'user' then caller_id else '' end`,
  project: sql`project_id`,
  kind: sql`kind`,
};

/** Usage totals, including those that limits and alerts need. */
export function usageMethods(
  db: Db | Tx,
): Pick<
  MethodsOf<BillingStore>,
  'month' | 'addUsage' | 'usage' | 'creditsSince' | 'reservedBy' | 'reachedAlerts' | 'dueTopUps'
> {
  return {
    async month() {
      // Not `now()`: the transaction may have begun before midnight and waited for a lock since.
      const { rows } = await db.execute<{ month: string }>(sql`
        select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM') as month`);
      return rows[0]?.month ?? '';
    },
    async addUsage(...rows) {
      if (rows.length === 0) return;
      const { calls, unpriced, cost, own, charged, input_tokens, output_tokens } = usageDay;
      const figures = { calls, unpriced, cost, own, charged, input_tokens, output_tokens };
      const set = Object.fromEntries(
        Object.entries(figures).map(([name, column]) => [
          name,
          sql`${column} + excluded.${sql.identifier(name)}`,
        ]),
      );
      const { org_id, day, project_id, task_id, model_id, caller_id, kind } = usageDay;
      const target = [org_id, day, project_id, task_id, model_id, caller_id, kind];
      await db.insert(usageDay).values(rows).onConflictDoUpdate({ target, set });
    },
    async usage(orgId, { from, to, ...filter }, by) {
      const named = ['project_id', 'task_id', 'model_id', 'caller_id', 'kind'] as const;
      const where = and(
        eq(usageDay.org_id, orgId),
        gte(usageDay.day, from),
        lte(usageDay.day, to),
        filter.projectIds && inArray(usageDay.project_id, [...filter.projectIds]),
        ...named.map((name) =>
          filter[name] === undefined ? undefined : eq(usageDay[name], filter[name]),
        ),
      );
      const isTask = by === 'task';
      const { rows } = await db.execute<UsageSum & Record<string, unknown>>(sql`
        select ${BY[by]} as id,
          ${isTask ? sql`max(task_name)` : sql`''`} as name, ${isTask ? sql`max(project_id)` : sql`''`} as project_id,
          sum(calls)::float8 as calls, sum(unpriced)::float8 as unpriced, sum(cost)::float8 as cost,
          sum(own)::float8 as own, sum(charged)::float8 as charged, sum(input_tokens)::float8 as input_tokens,
          sum(output_tokens)::float8 as output_tokens
        from usage_day where ${where}
        group by 1 order by sum(cost) desc, sum(calls) desc, 1`);
      return rows;
    },
    async creditsSince(orgId, day) {
      const { rows } = await db.execute<{ day: string; amount: number }>(sql`
        select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(amount)::float8 as amount
        from ledger_entry
        where ${eq(ledgerEntry.org_id, orgId)} and ${inArray(ledgerEntry.kind, [...ADJUSTING_KINDS])}
          and created_at >= ${`${day}T00:00:00Z`}
        group by 1`);
      return new Map(rows.map((row) => [row.day, row.amount]));
    },
    async reservedBy(projectId, apiKeyId) {
      // The condition on the status is that of the index.
      const key = apiKeyId === null ? sql`true` : sql`caller_id = ${apiKeyId}`;
      const held = apiKeyId === null ? sql`true` : eq(reservation.api_key_id, apiKeyId);
      const { rows } = await db.execute<{ amount: number }>(sql`
        select (
          coalesce((select sum(reserved) from run where project_id = ${projectId} and status <> 'succeeded'
            and status in ('queued', 'running') and ended_at is null and ${key}), 0)
          + coalesce((select sum(amount) from reservation where project_id = ${projectId} and ${held}), 0)
        )::float8 as amount`);
      return rows[0]?.amount ?? 0;
    },
    async dueTopUps(limit) {
      const { rows } = await db.execute<{ id: string }>(sql`
        select org.id from auto_top_up as auto join org on org.id = auto.org_id
        where org.deleted_at is null and (auto.attempt_id is not null
          or auto.is_on and org.balance - org.reserved < auto.threshold)
        order by org.id limit ${limit}`);
      return rows.map(({ id }) => id);
    },
    async reachedAlerts(month, limit) {
      const { rows } = await db.execute<{ id: string; spent: number }>(sql`
        select id, spent::float8 as spent
        from spend_alert as alert cross join lateral (
          select coalesce(sum(cost - own), 0) as spent from usage_day
          where org_id = alert.org_id and day >= ${`${month}-01`} and day < ${`${month}-32`}
            and (alert.project_id is null or usage_day.project_id = alert.project_id)) as month
        where alert.notified_month is distinct from ${month} and spent >= alert.amount
        limit ${limit}`);
      return rows;
    },
  };
}
