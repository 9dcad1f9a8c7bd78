/** Organisations' subscriptions, as last read from the payment provider. */
import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { InvoicedTaxId, PaymentCard } from '#generated/model/index.ts';
import { at, jsonb } from '../../columns.ts';

/** A row for each organisation that has ever started to subscribe. The plan is in `org`. */
export const subscription = pgTable(
  'subscription',
  {
    // Not a foreign key: the row of an erased organisation stays until its subscription has ended.
    org_id: text('org_id').primaryKey(),
    /** The provider's ids. */
    customer_id: text('customer_id').notNull().unique(),
    subscription_id: text('subscription_id'),
    /** The price per period, in micro-dollars. */
    price: bigint('price', { mode: 'number' }),
    period_ends_at: at('period_ends_at'),
    cancels_at: at('cancels_at'),
    had_trial: boolean('had_trial').notNull(),
    card: jsonb<PaymentCard | null>('card'),
    tax_id: jsonb<InvoicedTaxId | null>('tax_id'),
    /** A lock: until then, a change is in progress and no other may start. */
    changing_until: at('changing_until'),
    synced_at: at('synced_at').notNull(),
    /** Number of syncs, so that an older one can't overwrite a newer one. */
    syncs: integer('syncs').notNull(),
    /** Number of changes, used as the ETag. */
    version: integer('version').notNull(),
  },
  (t) => [index('subscription_synced').on(t.synced_at)],
);

/** Webhooks received from the provider, so that each is processed once. */
export const paymentEvent = pgTable(
  'payment_event',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    received_at: at('received_at').notNull(),
    /** Null until it has been processed. */
    done_at: at('done_at'),
  },
  (t) => [index('payment_event_received').on(t.received_at)],
);
