import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type {
  AuditActorType,
  AuditChange,
  AuditTargetType,
  ProblemCode,
} from '#generated/model/index.ts';
import { at, cascade, jsonb } from '../columns.ts';
import { org } from '../org/org.tables.ts';
import type { StoreTables } from '../table.ts';

/**
 * What somebody changed, or tried to change without permission. Never changed itself, except to count attempts.
 * Written in the transactions of the changes. There are no foreign keys: entries outlive what they are about, and
 * those of a deleted organisation are deleted in batches.
 */
export const auditEntry = pgTable(
  'audit_entry',
  {
    id: text().primaryKey(),
    org_id: text().notNull(),
    project_id: text(),
    outcome: text({ enum: ['done', 'refused'] }).notNull(),
    action: text().notNull(),
    actor_type: text().$type<AuditActorType>().notNull(),
    actor_id: text().notNull(),
    actor_name: text().notNull(),
    /** The person behind an API key or token; null for people themselves and the system. */
    person_id: text(),
    network: text(),
    request_id: text(),
    target_type: text().$type<AuditTargetType>().notNull(),
    target_id: text(),
    /** Empty if it has none. */
    target_name: text().notNull(),
    changes: jsonb<AuditChange[]>().notNull(),
    count: integer().notNull(),
    reason: text().$type<ProblemCode>(),
    created_at: at().notNull(),
    last_at: at().notNull(),
  },
  (t) => [
    index('audit_entry_org').on(t.org_id, t.id),
    index('audit_entry_actor').on(t.org_id, t.actor_id, t.id),
    index('audit_entry_target').on(t.org_id, t.target_id, t.id),
  ],
);
export type AuditEntryRow = typeof auditEntry.$inferSelect;

/** How long an organisation's entries are kept. Without a row, it is the default. */
export const auditSetting = pgTable('audit_setting', {
  org_id: text()
    .primaryKey()
    .references(() => org.id, cascade),
  retention_days: integer().notNull(),
  /** Number of changes, used as the ETag. */
  version: integer().notNull(),
});

export const AUDIT_TABLES = {
  entries: { table: auditEntry, swept: { org_id: 'org' } },
  settings: {
    table: auditSetting,
    audit: {
      type: 'audit_log',
      id: 'org_id',
      name: null,
      shown: 'retention_days',
      rest: 'org_id version',
    },
  },
} satisfies StoreTables;
