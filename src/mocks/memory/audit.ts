import { AUDIT_DAYS_DEFAULT, DAY_MS } from '#core/limits.ts';
import type { AuditStore } from '#domain/audit/audit.store.ts';
import type { MethodsOf } from '#domain/stores.ts';
import type { Store } from '../store.ts';

/** The methods of the audit log's store that tables can't express. */
export function auditMethods(store: Store): MethodsOf<AuditStore> {
  return {
    async expiredLogs(_after, now) {
      const { audit_entry, audit_setting, org } = store.data.tables;
      const expired = Object.values(audit_entry).flatMap(({ org_id, created_at }) => {
        const kept = audit_setting[org_id]?.retention_days ?? AUDIT_DAYS_DEFAULT;
        const retention_days = org[org_id] ? kept : null;
        const isExpired = Date.parse(created_at) < Date.parse(now) - kept * DAY_MS;
        return isExpired || retention_days === null ? [{ org_id, retention_days }] : [];
      });
      const logs = [...new Map(expired.map((log) => [log.org_id, log])).values()];
      return { logs, last: null };
    },
  };
}
