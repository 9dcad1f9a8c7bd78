/** Monthly spend limits and spend alerts. */
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { at } from '../../columns.ts';
import { apiKey } from '../access.ts';
import { org } from '../org.ts';
import { project } from '../project.ts';

const micros = (name: string) => bigint(name, { mode: 'number' });

/**
 * The monthly limit of a project or an API key. Without a limit there is no row, so that other runs have nothing to
 * lock.
 */
export const spendLimit = pgTable(
  'spend_limit',
  {
    /** The id of the project or API key. */
    id: text('id').primaryKey(),
    scope: text('scope', { enum: ['project', 'api_key'] }).notNull(),
    project_id: text('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    api_key_id: text('api_key_id').references(() => apiKey.id, { onDelete: 'cascade' }),
    /** Micro-dollars per calendar month in UTC. */
    amount: micros('amount').notNull(),
    /** The month of `spent`: `2026-11`. */
    month: text('month').notNull(),
    spent: micros('spent').notNull(),
    /** Reserved by runs and calls in progress. */
    reserved: micros('reserved').notNull(),
    updated_at: at('updated_at').notNull(),
  },
  (t) => [index('spend_limit_project').on(t.project_id), index('spend_limit_key').on(t.api_key_id)],
);

/** A spend alert: owners are notified when a month's spending reaches an amount. */
export const spendAlert = pgTable(
  'spend_alert',
  {
    id: text('id').primaryKey(),
    org_id: text('org_id')
      .notNull()
      .references(() => org.id, { onDelete: 'cascade' }),
    /** Null for the whole organisation. */
    project_id: text('project_id').references(() => project.id, { onDelete: 'cascade' }),
    amount: micros('amount').notNull(),
    /** The last month in which owners were notified. */
    notified_month: text('notified_month'),
    created_at: at('created_at').notNull(),
  },
  (t) => [index('spend_alert_org').on(t.org_id), index('spend_alert_project').on(t.project_id)],
);
