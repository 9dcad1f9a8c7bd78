import type { LedgerKind } from '#core/billing/ledger.ts';
import type {
  LimitExcess,
  PaymentCard,
  PlanLimits,
  RunCallerType,
  SpendLimitScope,
  TaxId,
  UsageFigures,
  UsageGroupBy,
  UsageKind,
} from '#generated/model/index.ts';
import type { Table } from '../table.ts';
import type { PriceStore } from './price/price.store.ts';

/** Money granted or spent. Rows are only ever added. */
export interface LedgerRow {
  id: string;
  org_id: string;
  kind: LedgerKind;
  /** Micro-dollars; negative for costs. */
  amount: number;
  /** A unique reference: a run's or reservation's id, `welcome:` and the hash of a mailbox (of older ones, the organisation's id), or what was paid: `plan:`, `top_up:`, `reversal:` and the provider's id; of corrections, their id and the organisation's. */
  reference: string;
  /** The project that it was spent in. Not set for runs, which know it. */
  project_id: string | null;
  /** The model that was paid, or what else the entry is for. */
  note: string | null;
  created_at: string;
}

/** The reserved maximum cost of a model call outside runs, held during the call. */
export interface ReservationRow {
  id: string;
  org_id: string;
  /** Micro-dollars. */
  amount: number;
  /** Whose spend limits hold it too. */
  project_id: string | null;
  api_key_id: string | null;
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
  /** What every period costs, in micro-dollars. */
  price: number | null;
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

/** The monthly limit of a project or an API key. */
export interface SpendLimitRow {
  /** The id of the project or API key. */
  id: string;
  scope: SpendLimitScope;
  project_id: string;
  api_key_id: string | null;
  /** Micro-dollars. */
  amount: number;
  /** The month that `spent` is about: `2026-11`. */
  month: string;
  spent: number;
  /** What unfinished runs and calls may cost. */
  reserved: number;
  updated_at: string;
}

/** Owners are told when the spending of a month reaches an amount. */
export interface SpendAlertRow {
  id: string;
  org_id: string;
  /** Null for the whole organisation. */
  project_id: string | null;
  amount: number;
  /** The last month in which owners were told. */
  notified_month: string | null;
  created_at: string;
}

/** When credits are bought automatically. */
export interface AutoTopUpRow {
  org_id: string;
  is_on: boolean;
  /** Micro-dollars. Credits are bought when less than that is left. */
  threshold: number;
  amount: number;
  monthly_cap: number;
  /** The month that `bought` is about: `2026-11`. */
  month: string;
  bought: number;
  failure: string | null;
  /** The payment in progress. Repeating it with the same id pays once. */
  attempt_id: string | null;
  attempt_amount: number | null;
  /** Until when nobody else repeats it. */
  attempt_until: string | null;
}

/** Calls of models on a day, and what they cost. Texts are empty for what doesn't apply. */
export interface UsageDayRow extends UsageFigures {
  org_id: string;
  /** In UTC: `2026-11-24`. */
  day: string;
  project_id: string;
  task_id: string;
  model_id: string;
  /** Empty for visitors of websites, and for calls by nobody. */
  caller_id: string;
  kind: UsageKind;
  task_name: string;
  caller_type: RunCallerType | null;
  /** What the ledger was charged. Corrections of prices don't change it. */
  charged: number;
}

/** Which usage is wanted, from the first to the last day. */
export interface UsageFilter {
  from: string;
  to: string;
  project_id?: string | undefined;
  task_id?: string | undefined;
  model_id?: string | undefined;
  caller_id?: string | undefined;
  kind?: UsageKind | undefined;
}

/** A sum of usage. */
export interface UsageSum extends UsageFigures {
  /** Of the group; empty for usage that has none. */
  id: string;
  /** Of a task. */
  name: string;
  /** Of a task. */
  project_id: string;
  charged: number;
}

/** What the ledger says about a run. */
export interface LedgerRun {
  id: string;
  project_id: string;
  task_id: string;
  task_name: string;
  model_id: string;
}

/**
 * The ledger. Its arithmetic is the one rule that is in SQL and in memory, because runs are billed in the statement that
 * ends them.
 */
export interface BillingStore extends PriceStore {
  reservations: Table<ReservationRow>;
  alerts: Table<BalanceAlertRow>;
  entries: Table<LedgerRow>;
  subscriptions: Table<SubscriptionRow>;
  events: Table<PaymentEventRow>;
  /** What an organisation has more of in a project or collection than these limits allow, most first; at most 50. */
  exceeding(orgId: string, limits: Pick<PlanLimits, 'tasks' | 'documents'>): Promise<LimitExcess[]>;
  /** Whether the installation takes payments. If not, every organisation has the limits of the highest plan. */
  hasPayments: boolean;
  /** The current month of limits, by the clock that all processes share. */
  month(): Promise<string>;
  limits: Table<SpendLimitRow>;
  spendAlerts: Table<SpendAlertRow>;
  autoTopUps: Table<AutoTopUpRow>;
  usageDays: Table<UsageDayRow>;
  /** Organisations whose balance is below a limit or used up, or no longer is, since `alerts` was written. */
  crossedBalances(low: number, limit: number): Promise<string[]>;
  /**
   * Adds an entry and changes the organisation's balance with it. Does nothing if the reference has an entry already.
   * @returns whether it was added
   */
  addEntry(entry: LedgerRow): Promise<boolean>;
  /** An organisation's balance, what is reserved of it, and its total credits; undefined when it does not exist. */
  readBalance(
    orgId: string,
  ): Promise<{ balance: number; reserved: number; granted: number } | undefined>;
  /** The balance after an entry, in micro-dollars. */
  balanceAfter(orgId: string, entry: Pick<LedgerRow, 'id' | 'created_at'>): Promise<number>;
  /** The runs that entries are about, as far as they still exist. */
  runsOf(ids: readonly string[]): Promise<LedgerRun[]>;
  /** Adds to the usage of days. Each row has another key. */
  addUsage(...rows: UsageDayRow[]): Promise<void>;
  /** Usage in groups, the most expensive first. */
  usage(orgId: string, filter: UsageFilter, by: UsageGroupBy): Promise<UsageSum[]>;
  /** What was added to a balance other than by spending since a day, by day. */
  creditsSince(orgId: string, day: string): Promise<Map<string, number>>;
  /** Micro-dollars that the unfinished runs and calls of a project, or of its API key, have reserved. */
  reservedBy(projectId: string, apiKeyId: string | null): Promise<number>;
  /** Organisations that buy credits automatically and have less left than they want, or have begun to pay. */
  dueTopUps(limit: number): Promise<string[]>;
  /** Alerts whose amount is reached in a month, and of which nobody has been told. */
  reachedAlerts(month: string, limit: number): Promise<{ id: string; spent: number }[]>;
}
