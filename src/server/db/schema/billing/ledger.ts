/** The organisations' money, in micro-dollars. */
import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { LEDGER_KINDS } from '#core/billing/ledger.ts';
import { at } from '../../columns.ts';
import { org } from '../org.ts';

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
    kind: text('kind', { enum: LEDGER_KINDS }).notNull(),
    /** Positive for credits. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /**
     * Unique reason of the entry: a run's or reservation's id, `welcome:` and the hash of a mailbox (of older ones, the
     * organisation's id), or `plan:`, `top_up:` or `reversal:` and the provider's id.
     */
    reference: text('reference').notNull().unique(),
    /** The project that is charged. Not set for runs, which have it themselves. */
    project_id: text('project_id'),
    /** The model, or another description. */
    note: text('note'),
    created_at: at('created_at').notNull(),
  },
  (t) => [
    index('ledger_entry_org').on(t.org_id, t.kind),
    index('ledger_entry_time').on(t.org_id, t.created_at, t.id),
    // What models were paid for outside runs, of all organisations.
    index('ledger_entry_model')
      .on(t.note, t.created_at)
      .where(sql`${t.kind} in ('indexing', 'search', 'model_test')`),
  ],
);

/** Reservations for model calls outside runs. A row exists during its call, or until it is swept. */
export const reservation = pgTable(
  'reservation',
  {
    id: text('id').primaryKey(),
    org_id: text('org_id')
      .notNull()
      .references(() => org.id, { onDelete: 'cascade' }),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** The project and API key whose spend limits include it. */
    project_id: text('project_id'),
    api_key_id: text('api_key_id'),
    created_at: at('created_at').notNull(),
  },
  (t) => [index('reservation_org').on(t.org_id), index('reservation_created').on(t.created_at)],
);

/** The organisations whose owners were told that the balance is low. */
export const balanceAlert = pgTable('balance_alert', {
  org_id: text('org_id')
    .primaryKey()
    .references(() => org.id, { onDelete: 'cascade' }),
  level: text('level', { enum: ['low', 'empty'] }).notNull(),
  created_at: at('created_at').notNull(),
});
