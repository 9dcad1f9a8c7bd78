/** The audit log of organisations. */
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type {
  AuditActorType,
  AuditChange,
  AuditTargetType,
  ProblemCode,
} from '#generated/model/index.ts';
import { at, jsonb } from '../columns.ts';
import { org } from './org.ts';

/**
 * Written in the transactions of the changes. There are no foreign keys: entries outlive what they are about, and those
 * of a deleted organisation are deleted in batches.
 */
export const auditEntry = pgTable(
  'audit_entry',
  {
    id: text('id').primaryKey(),
    org_id: text('org_id').notNull(),
    project_id: text('project_id'),
    outcome: text('outcome', { enum: ['done', 'refused'] }).notNull(),
    action: text('action').notNull(),
    actor_type: text('actor_type').$type<AuditActorType>().notNull(),
    actor_id: text('actor_id').notNull(),
    actor_name: text('actor_name').notNull(),
    /** The person behind an API key or token. */
    person_id: text('person_id'),
    network: text('network'),
    request_id: text('request_id'),
    target_type: text('target_type').$type<AuditTargetType>().notNull(),
    target_id: text('target_id'),
    target_name: text('target_name').notNull(),
    changes: jsonb<AuditChange[]>('changes').notNull(),
    count: integer('count').notNull(),
    reason: text('reason').$type<ProblemCode>(),
    created_at: at('created_at').notNull(),
    last_at: at('last_at').notNull(),
  },
  (t) => [
    index('audit_entry_org').on(t.org_id, t.id),
    index('audit_entry_actor').on(t.org_id, t.actor_id, t.id),
    index('audit_entry_target').on(t.org_id, t.target_id, t.id),
  ],
);

/** How long organisations keep their log, if not by default. */
export const auditSetting = pgTable('audit_setting', {
  org_id: text('org_id')
    .primaryKey()
    .references(() => org.id, { onDelete: 'cascade' }),
  retention_days: integer('retention_days').notNull(),
  version: integer('version').notNull(),
});
