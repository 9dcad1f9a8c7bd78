import { EXPORT_TYPES } from '#core/run/run-export.ts';
import type { OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { FileBody } from '../events.ts';
import { createAuditService } from './audit.service.ts';

/** The operations of the audit log. */
export function auditOperations(domain: Domain): OperationsOf<'audit'> {
  const log = createAuditService(domain);
  return {
    listAuditEntries: ({ params, query }) => log.list(params.orgId, query),
    exportAuditEntries({ params, query: { format = 'csv', ...query } }) {
      const text = log.export(params.orgId, query, format);
      return new FileBody(`audit-log.${format}`, EXPORT_TYPES[format], text);
    },
    getAuditEntry: ({ rows }) => log.get(rows.entry),
    getAuditRetention: ({ params }) => log.retention(params.orgId),
    replaceAuditRetention: ({ params, body, headers }) =>
      log.setRetention(params.orgId, body.days, headers['if-match']),
  };
}
