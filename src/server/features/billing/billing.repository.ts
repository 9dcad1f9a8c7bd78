import { and, eq, inArray, sql } from 'drizzle-orm';
import { CREDIT_KINDS } from '#core/billing/ledger.ts';
import type { BillingStore } from '#domain/billing/billing.store.ts';
import { ledgerEntry } from '#domain/billing/billing.tables.ts';
import { org } from '#domain/org/org.tables.ts';
import { run } from '#domain/run/run.tables.ts';
import type { MethodsOf } from '#domain/stores.ts';
import type { Db, Tx } from '../../db/client.ts';
import { priceMethods } from './price.repository.ts';
import { usageMethods } from './usage.repository.ts';

export function billingMethods(db: Db | Tx): Omit<MethodsOf<BillingStore>, 'hasPayments'> {
  return {
    ...usageMethods(db),
    ...priceMethods(db),
    async addEntry({ id, org_id, kind, amount, reference, project_id, note, created_at }) {
      const { rows } = await db.execute(sql`
        with added as (
          insert into ledger_entry (id, org_id, kind, amount, reference, project_id, note, created_at)
          values (${id}, ${org_id}, ${kind}, ${amount}, ${reference}, ${project_id}, ${note}, ${created_at})
          on conflict (reference) do nothing
          returning org_id, amount),
        paid as (update org set balance = org.balance + added.amount from added where org.id = added.org_id)
        select org_id from added`);
      return rows.length > 0;
    },
    async crossedBalances(low, limit) {
      const { rows } = await db.execute<{ id: string }>(sql`
        select org.id from org left join balance_alert as alert on alert.org_id = org.id
        where org.deleted_at is null and (org.balance < ${low} or alert.org_id is not null)
          and alert.level is distinct from
            case when org.balance <= 0 then 'empty' when org.balance < ${low} then 'low' end
        limit ${limit}`);
      return rows.map(({ id }) => id);
    },
    async exceeding(orgId, { tasks, documents }) {
      const { rows } = await db.execute<{
        limit: 'tasks' | 'documents';
        name: string;
        count: number;
      }>(sql`
        (select 'tasks' as "limit", project.name, count(*)::int as count
          from project join task on task.project_id = project.id
          where project.org_id = ${orgId} and project.deleted_at is null
          group by project.id having count(*) > ${tasks})
        union all
        (select 'documents', collection.name, count(*)::int
          from project join collection on collection.project_id = project.id
            join document on document.collection_id = collection.id
          where project.org_id = ${orgId} and project.deleted_at is null
          group by collection.id having count(*) > ${documents})
        order by count desc limit 50`);
      return rows.map((row) => ({ ...row, max: row.limit === 'tasks' ? tasks : documents }));
    },
    async readBalance(orgId) {
      const granted = db
        .select({ total: sql`coalesce(sum(${ledgerEntry.amount}), 0)` })
        .from(ledgerEntry)
        .where(and(eq(ledgerEntry.org_id, orgId), inArray(ledgerEntry.kind, [...CREDIT_KINDS])));
      const [row] = await db
        .select({
          balance: org.balance,
          reserved: org.reserved,
          granted: sql<number>`(${granted})::float8`,
        })
        .from(org)
        .where(eq(org.id, orgId));
      return row;
    },
    async balanceAfter(orgId, { id, created_at }) {
      const { rows } = await db.execute<{ balance: number }>(sql`
        select (balance - coalesce((
          select sum(amount) from ledger_entry
          where org_id = ${orgId} and (created_at, id) > (${created_at}::timestamptz, ${id})), 0))::float8 as balance
        from org where id = ${orgId}`);
      return rows[0]?.balance ?? 0;
    },
    async runsOf(ids) {
      if (ids.length === 0) return [];
      const { id, project_id, task_id, task_name, model_id } = run;
      return db
        .select({ id, project_id, task_id, task_name, model_id })
        .from(run)
        .where(inArray(id, [...ids]));
    },
  };
}
