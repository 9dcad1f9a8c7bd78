/** Usage by day. */
import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { RunCallerType, UsageKind } from '#generated/model/index.ts';

const micros = (name: string) => bigint(name, { mode: 'number' });
/** Empty rather than null, because the column is part of the key. */
const part = (name: string) => text(name).notNull();

/**
 * Model calls and their cost by day. Written in the statements that end runs and charge calls, so that charts don't
 * have to scan runs. Rows are kept when the project, task or caller is deleted.
 */
export const usageDay = pgTable(
  'usage_day',
  {
    org_id: part('org_id'),
    /** In UTC: `2026-11-24`. */
    day: part('day'),
    project_id: part('project_id'),
    task_id: part('task_id'),
    model_id: part('model_id'),
    /** Empty for visitors of websites, because there may be any number of them, and for calls without a caller. */
    caller_id: part('caller_id'),
    kind: part('kind').$type<UsageKind>(),
    task_name: part('task_name'),
    caller_type: text('caller_type').$type<RunCallerType>(),
    calls: integer('calls').notNull(),
    /** Calls of models whose price is unknown. */
    unpriced: integer('unpriced').notNull(),
    /** Micro-dollars, including what ran on the organisation's own keys. */
    cost: micros('cost').notNull(),
    /** The part of the cost on the organisation's own keys. */
    own: micros('own').notNull(),
    /** The amount charged in the ledger. Price corrections don't change it; they have separate entries. */
    charged: micros('charged').notNull(),
    input_tokens: micros('input_tokens').notNull(),
    output_tokens: micros('output_tokens').notNull(),
  },
  (t) => [
    primaryKey({
      columns: [t.org_id, t.day, t.project_id, t.task_id, t.model_id, t.caller_id, t.kind],
    }),
  ],
);
