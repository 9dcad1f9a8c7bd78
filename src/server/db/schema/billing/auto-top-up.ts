/** Automatic top-up. */
import { bigint, boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { at } from '../../columns.ts';
import { org } from '../org.ts';

const micros = (name: string) => bigint(name, { mode: 'number' });

export const autoTopUp = pgTable('auto_top_up', {
  org_id: text('org_id')
    .primaryKey()
    .references(() => org.id, { onDelete: 'cascade' }),
  is_on: boolean('is_on').notNull(),
  threshold: micros('threshold').notNull(),
  amount: micros('amount').notNull(),
  monthly_cap: micros('monthly_cap').notNull(),
  /** The month of `bought`: `2026-11`. */
  month: text('month').notNull(),
  bought: micros('bought').notNull(),
  failure: text('failure'),
  /** The payment in progress. Repeating it with the same id pays once. */
  attempt_id: text('attempt_id'),
  /** The amount of that payment. */
  attempt_amount: micros('attempt_amount'),
  /** A lock: no other process repeats the payment before then. */
  attempt_until: at('attempt_until'),
});
