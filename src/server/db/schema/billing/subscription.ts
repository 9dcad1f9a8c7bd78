/** What is known of an organisation's subscription at the payment provider. */
import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { PaymentCard, TaxId } from '#generated/model/index.ts';
import { at, jsonb } from '../../columns.ts';

/** A row for each organisation that has begun to pay. Its plan is in `org`. */
export const subscription = pgTable(
  'subscription',
  {
    // Without a foreign key: the row of an erased organisation stays until its subscription has been ended.
    org_id: text('org_id').primaryKey(),
    /** The provider's ids. */
    customer_id: text('customer_id').notNull().unique(),
    subscription_id: text('subscription_id'),
    /** What every period costs, in micro-dollars. */
    price: bigint('price', { mode: 'number' }),
    period_ends_at: at('period_ends_at'),
    cancels_at: at('cancels_at'),
    had_trial: boolean('had_trial').notNull(),
    card: jsonb<PaymentCard | null>('card'),
    tax_id: jsonb<TaxId | null>('tax_id'),
    /** Until when nobody else may change it, because somebody does. */
    changing_until: at('changing_until'),
    synced_at: at('synced_at').notNull(),
    /** Counts syncs, so that an older one can't overwrite a newer one. */
    syncs: integer('syncs').notNull(),
    /** Counts changes; it is the ETag. */
    version: integer('version').notNull(),
  },
  (t) => [index('subscription_synced').on(t.synced_at)],
);

/** The provider's notifications that have been received, so that each has an effect once. */
export const paymentEvent = pgTable(
  'payment_event',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    received_at: at('received_at').notNull(),
    /** Null until it was worked on. */
    done_at: at('done_at'),
  },
  (t) => [index('payment_event_received').on(t.received_at)],
);
