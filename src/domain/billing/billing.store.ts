import type { LedgerKind } from '#core/billing/ledger.ts';
import type { LimitExcess, PaymentCard, PlanLimits, TaxId } from '#generated/model/index.ts';
import type { Table } from '../table.ts';

/** Money granted or spent. Rows are only ever added. */
export interface LedgerRow {
  id: string;
  org_id: string;
  kind: LedgerKind;
  /** Micro-dollars; negative for costs. */
  amount: number;
  /** A unique reference: a run's or reservation's id, `welcome:` and the hash of a mailbox (of older ones, the organisation's id), or what was paid: `plan:`, `top_up:`, `reversal:` and the provider's id. */
  reference: string;
  created_at: string;
}

/** The reserved maximum cost of a model call outside runs, held during the call. */
export interface ReservationRow {
  id: string;
  org_id: string;
  /** Micro-dollars. */
  amount: number;
  created_at: string;
}

/** That owners were told about a low balance. Deleted once it is no longer low. */
export interface BalanceAlertRow {
  org_id: string;
  level: 'low' | 'empty';
  created_at: string;
}

/** What is known of an organisation's subscription. Its plan is in the organisation's row. */
export interface SubscriptionRow {
  org_id: string;
  /** The provider's ids. */
  customer_id: string;
  subscription_id: string | null;
  period_ends_at: string | null;
  cancels_at: string | null;
  had_trial: boolean;
  card: PaymentCard | null;
  tax_id: TaxId | null;
  /** Until when nobody else may change it, because somebody does. */
  changing_until: string | null;
  synced_at: string;
  /** Counts syncs, so that an older one can't overwrite a newer one. */
  syncs: number;
  /** Counts changes; it is the ETag. */
  version: number;
}

/** A notification of the payment provider that was received. */
export interface PaymentEventRow {
  id: string;
  type: string;
  received_at: string;
  /** Null until it was worked on. */
  done_at: string | null;
}

/**
 * The ledger. Its arithmetic is the one rule that is in SQL and in memory, because runs are billed in the statement that
 * ends them.
 */
export interface BillingStore {
  reservations: Table<ReservationRow>;
  alerts: Table<BalanceAlertRow>;
  entries: Table<LedgerRow>;
  subscriptions: Table<SubscriptionRow>;
  events: Table<PaymentEventRow>;
  /** What an organisation has more of in a project or collection than these limits allow, most first; at most 50. */
  exceeding(orgId: string, limits: Pick<PlanLimits, 'tasks' | 'documents'>): Promise<LimitExcess[]>;
  /** Whether the installation takes payments. If not, every organisation has the limits of the highest plan. */
  hasPayments: boolean;
  /** Organisations whose balance is below a limit or used up, or no longer is, since `alerts` was written. */
  crossedBalances(low: number, limit: number): Promise<string[]>;
  /** Adds an entry and changes the organisation's balance with it. Does nothing if the reference has an entry already. */
  addEntry(entry: LedgerRow): Promise<void>;
  /** An organisation's balance, what is reserved of it, and its total grants; undefined when it does not exist. */
  readBalance(
    orgId: string,
  ): Promise<{ balance: number; reserved: number; granted: number } | undefined>;
}
