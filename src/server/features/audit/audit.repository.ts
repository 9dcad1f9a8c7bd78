import { sql } from 'drizzle-orm';
import { AUDIT_DAYS_DEFAULT } from '#core/limits.ts';
import type { AuditStore } from '#domain/audit/audit.store.ts';
import type { MethodsOf } from '#domain/stores.ts';
import type { Db, Tx } from '../../db/client.ts';

/** How many organisations are examined per statement. */
const LOOKED_AT = 200;

interface Examined extends Record<string, unknown> {
  org_id: string;
  retention_days: number | null;
  is_expired: boolean;
}

/** The methods of the audit log's store that tables can't express. */
export function auditMethods(db: Db | Tx): MethodsOf<AuditStore> {
  return {
    // Organisations are found with a loose scan of the index, rather than by reading all entries.
    async expiredLogs(after, now) {
      const { rows } = await db.execute<Examined>(sql`
        with recursive seen(id, number) as (
          select (select min(org_id) from audit_entry where org_id > ${after ?? ''}), 1
          union all
          select (select min(org_id) from audit_entry where org_id > seen.id), number + 1
          from seen where id is not null and number < ${LOOKED_AT}),
        logs as (
          select seen.id as org_id,
            case when exists (select from org where org.id = seen.id)
              then coalesce(audit_setting.retention_days, ${AUDIT_DAYS_DEFAULT}::int) end as retention_days,
            (select created_at from audit_entry where org_id = seen.id order by id limit 1) as oldest_at
          from seen left join audit_setting on audit_setting.org_id = seen.id
          where seen.id is not null)
        select org_id, retention_days, retention_days is null
          or oldest_at < ${now}::timestamptz - retention_days * interval '1 day' as is_expired
        from logs order by org_id`);
      const logs = rows.filter(({ is_expired }) => is_expired);
      return {
        logs: logs.map(({ org_id, retention_days }) => ({ org_id, retention_days })),
        last: rows.length < LOOKED_AT ? null : (rows.at(-1)?.org_id ?? null),
      };
    },
  };
}
