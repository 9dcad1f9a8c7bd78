/** The organisations' money, in micro-dollars. */
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { at } from '../columns.ts';

/**
 * Credits and expenses. The table is append-only. `org.balance` is the sum of its rows, updated in the same
 * transactions.
 */
export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    id: text('id').primaryKey(),
    /** No foreign key, because payments are kept when an organisation is deleted. */
    org_id: text('org_id').notNull(),
    kind: text('kind', { enum: ['grant', 'run'] }).notNull(),
    /** Positive for credits. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** Unique reason of the entry: a run's id, or `welcome:` and the hash of a mailbox (of older ones, the organisation's id). */
    reference: text('reference').notNull().unique(),
    created_at: at('created_at').notNull(),
  },
  (t) => [index('ledger_entry_org').on(t.org_id, t.kind)],
);
