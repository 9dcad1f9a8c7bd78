/** Money of organisations, in micro-dollars. */
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { at } from '../columns.ts';

/**
 * What was put in and what was spent: rows are only ever added. `org.balance` is their sum, kept in the
 * same transactions.
 */
export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    id: text('id').primaryKey(),
    /** No foreign key: what was paid stays on record when an organisation is deleted. */
    org_id: text('org_id').notNull(),
    kind: text('kind', { enum: ['grant', 'run'] }).notNull(),
    /** Positive for what is put in. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** What it is for, once only: a run's id, or `welcome:` and the organisation's id. */
    reference: text('reference').notNull().unique(),
    created_at: at('created_at').notNull(),
  },
  (t) => [index('ledger_entry_org').on(t.org_id, t.kind)],
);
