import { and, eq, sql } from 'drizzle-orm';
import type { BillingStore } from '#domain/billing/billing.store.ts';
import type { MethodsOf } from '#domain/stores.ts';
import type { Db, Tx } from '../../db/client.ts';
import { ledgerEntry } from '../../db/schema/billing/ledger.ts';
import { org } from '../../db/schema/org.ts';

export function billingMethods(db: Db | Tx): MethodsOf<BillingStore> {
  return {
    async addEntry({ id, org_id, kind, amount, reference, created_at }) {
      await db.execute(sql`
        with added as (
          insert into ledger_entry (id, org_id, kind, amount, reference, created_at)
          values (${id}, ${org_id}, ${kind}, ${amount}, ${reference}, ${created_at})
          on conflict (reference) do nothing
          returning org_id, amount)
        update org set balance = org.balance + added.amount from added where org.id = added.org_id`);
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
    async readBalance(orgId) {
      const granted = db
        .select({ total: sql`coalesce(sum(${ledgerEntry.amount}), 0)` })
        .from(ledgerEntry)
        .where(and(eq(ledgerEntry.org_id, orgId), eq(ledgerEntry.kind, 'grant')));
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
  };
}
