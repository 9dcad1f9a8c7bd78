import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { LEDGER_KINDS } from '#core/billing/ledger.ts';
import type {
  InvoicedTaxId,
  PaymentCard,
  RunCallerType,
  UsageKind,
} from '#generated/model/index.ts';
import { apiKey } from '../access/access.tables.ts';
import { at, cascade, jsonb, micros, partOf } from '../columns.ts';
import { org } from '../org/org.tables.ts';
import { project } from '../project/project.tables.ts';
import type { StoreTables } from '../table.ts';

/** The settings and state of automatic top-up. */
export const autoTopUp = pgTable('auto_top_up', {
  org_id: text()
    .primaryKey()
    .references(() => org.id, cascade),
  is_on: boolean().notNull(),
  /** Micro-dollars. Credits are bought when the balance falls below this. */
  threshold: micros().notNull(),
  amount: micros().notNull(),
  monthly_cap: micros().notNull(),
  /** The month of `bought`: `2026-11`. */
  month: text().notNull(),
  bought: micros().notNull(),
  failure: text(),
  /** The payment in progress. Repeating it with the same id pays once. */
  attempt_id: text(),
  /** The amount of that payment. */
  attempt_amount: micros(),
  /** A lock: no other process repeats the payment before then. */
  attempt_until: at(),
});
export type AutoTopUpRow = typeof autoTopUp.$inferSelect;

/** Money granted or spent. Rows are only ever added. `org.balance` is their sum, updated in the same transactions. */
export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    id: text().primaryKey(),
    /** No foreign key, because payments are kept when an organisation is deleted. */
    org_id: text().notNull(),
    kind: text({ enum: LEDGER_KINDS }).notNull(),
    /** Micro-dollars; negative for costs. */
    amount: micros().notNull(),
    /**
     * A unique reference: a run's or reservation's id, `welcome:` and the hash of a mailbox (of older ones, the
     * organisation's id), or `plan:`, `top_up:` or `reversal:` and the provider's id; of corrections, their id and
     * the organisation's.
     */
    reference: text().notNull().unique(),
    /** The project that is charged. Not set for runs, which have it themselves. */
    project_id: text(),
    /** The model, or another description. */
    note: text(),
    created_at: at().notNull(),
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
export type LedgerRow = typeof ledgerEntry.$inferSelect;

/** The reserved maximum cost of a model call outside runs, held during the call. */
export const reservation = pgTable(
  'reservation',
  {
    id: text().primaryKey(),
    org_id: partOf(() => org.id),
    /** Micro-dollars. */
    amount: micros().notNull(),
    /** The project and API key whose spend limits include it. */
    project_id: text(),
    api_key_id: text(),
    created_at: at().notNull(),
  },
  (t) => [index('reservation_org').on(t.org_id), index('reservation_created').on(t.created_at)],
);
export type ReservationRow = typeof reservation.$inferSelect;

/** That owners were told about a low balance. Deleted once it is no longer low. */
export const balanceAlert = pgTable('balance_alert', {
  org_id: text()
    .primaryKey()
    .references(() => org.id, cascade),
  level: text({ enum: ['low', 'empty'] }).notNull(),
  created_at: at().notNull(),
});
export type BalanceAlertRow = typeof balanceAlert.$inferSelect;

/**
 * The monthly limit of a project or an API key. Without a limit there is no row, so that other runs have nothing to
 * lock.
 */
export const spendLimit = pgTable(
  'spend_limit',
  {
    /** The id of the project or API key. */
    id: text().primaryKey(),
    scope: text({ enum: ['project', 'api_key'] }).notNull(),
    project_id: partOf(() => project.id),
    api_key_id: text().references(() => apiKey.id, cascade),
    /** Micro-dollars. */
    amount: micros().notNull(),
    /** The month of `spent`: `2026-11`. */
    month: text().notNull(),
    spent: micros().notNull(),
    /** Reserved by runs and calls in progress. */
    reserved: micros().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [index('spend_limit_project').on(t.project_id), index('spend_limit_key').on(t.api_key_id)],
);
export type SpendLimitRow = typeof spendLimit.$inferSelect;

/** A spend alert: owners are notified when a month's spending reaches an amount. */
export const spendAlert = pgTable(
  'spend_alert',
  {
    id: text().primaryKey(),
    org_id: partOf(() => org.id),
    /** Null for the whole organisation. */
    project_id: text().references(() => project.id, cascade),
    amount: micros().notNull(),
    /** The last month in which owners were notified. */
    notified_month: text(),
    created_at: at().notNull(),
  },
  (t) => [index('spend_alert_org').on(t.org_id), index('spend_alert_project').on(t.project_id)],
);
export type SpendAlertRow = typeof spendAlert.$inferSelect;

/** An organisation's subscription, as last read from the payment provider. The plan is in the organisation's row. */
export const subscription = pgTable(
  'subscription',
  {
    // Not a foreign key: the row of an erased organisation stays until its subscription has ended.
    org_id: text().primaryKey(),
    /** The provider's ids. */
    customer_id: text().notNull().unique(),
    subscription_id: text(),
    /** The price per period, in micro-dollars. */
    price: micros(),
    period_ends_at: at(),
    cancels_at: at(),
    had_trial: boolean().notNull(),
    card: jsonb<PaymentCard | null>(),
    tax_id: jsonb<InvoicedTaxId | null>(),
    /** A lock: until then, a change is in progress and no other may start. */
    changing_until: at(),
    synced_at: at().notNull(),
    /** Number of syncs, so that an older one can't overwrite a newer one. */
    syncs: integer().notNull(),
    /** Number of changes, used as the ETag. */
    version: integer().notNull(),
  },
  (t) => [index('subscription_synced').on(t.synced_at)],
);
export type SubscriptionRow = typeof subscription.$inferSelect;

/** A webhook that was received from the payment provider. */
export const paymentEvent = pgTable(
  'payment_event',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    received_at: at().notNull(),
    /** Null until it has been processed. */
    done_at: at(),
  },
  (t) => [index('payment_event_received').on(t.received_at)],
);

/**
 * The model calls of a day and their cost. Fields that don't apply are empty strings, because they are part of the
 * key. Written in the statements that end runs and charge calls, so that charts don't have to scan runs. Rows are kept
 * when the project, task or caller is deleted.
 */
export const usageDay = pgTable(
  'usage_day',
  {
    org_id: text().notNull(),
    /** In UTC: `2026-11-24`. */
    day: text().notNull(),
    project_id: text().notNull(),
    task_id: text().notNull(),
    model_id: text().notNull(),
    /** Empty for visitors of websites, and for calls without a caller. */
    caller_id: text().notNull(),
    kind: text().notNull().$type<UsageKind>(),
    task_name: text().notNull(),
    caller_type: text().$type<RunCallerType>(),
    calls: integer().notNull(),
    /** Calls of models whose price is unknown. */
    unpriced: integer().notNull(),
    /** Micro-dollars, including what ran on the organisation's own keys. */
    cost: micros().notNull(),
    /** The part of the cost on the organisation's own keys. */
    own: micros().notNull(),
    /** The amount charged in the ledger. Price corrections don't change it. */
    charged: micros().notNull(),
    input_tokens: bigint({ mode: 'number' }).notNull(),
    output_tokens: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({
      columns: [t.org_id, t.day, t.project_id, t.task_id, t.model_id, t.caller_id, t.kind],
    }),
  ],
);
export type UsageDayRow = typeof usageDay.$inferSelect;

export const BILLING_TABLES = {
  alerts: { table: balanceAlert },
  entries: { table: ledgerEntry },
  events: { table: paymentEvent },
  reservations: { table: reservation },
  subscriptions: {
    table: subscription,
    audit: {
      type: 'org',
      id: 'org_id',
      nameIn: 'org',
      shown: 'cancels_at',
      hidden: 'card tax_id',
      rest: 'org_id customer_id subscription_id price period_ends_at had_trial changing_until synced_at syncs version',
    },
  },
  limits: {
    table: spendLimit,
    audit: {
      type: 'project',
      id: 'project_id',
      nameIn: 'project',
      shown: 'amount',
      rest: 'id scope project_id api_key_id month spent reserved updated_at',
    },
  },
  spendAlerts: {
    table: spendAlert,
    audit: {
      type: 'org',
      id: 'org_id',
      nameIn: 'org',
      shown: 'amount',
      rest: 'id org_id project_id notified_month created_at',
    },
  },
  autoTopUps: {
    table: autoTopUp,
    audit: {
      type: 'org',
      id: 'org_id',
      nameIn: 'org',
      shown: 'is_on threshold amount monthly_cap',
      rest: 'org_id month bought failure attempt_id attempt_amount attempt_until',
    },
  },
  usageDays: { table: usageDay },
} satisfies StoreTables;
