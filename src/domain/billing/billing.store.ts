import type { LedgerKind } from '#core/billing/ledger.ts';
import type {
  InvoicedTaxId,
  LimitExcess,
  PaymentCard,
  PlanLimits,
  RunCallerType,
  SpendLimitScope,
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
  /**
   * A unique reference: a run's or reservation's id, `welcome:` and the hash of a mailbox (of older ones, the
   * organisation's id), or `plan:`, `top_up:` or `reversal:` and the provider's id; of corrections, their id and the
   * organisation's.
   */
  reference: string;
  /** The project that is charged. Not set for runs, which have it themselves. */
  project_id: string | null;
  /** The model, or another description. */
  note: string | null;
  created_at: string;
}

/** The reserved maximum cost of a model call outside runs, held during the call. */
export interface ReservationRow {
  id: string;
  org_id: string;
  /** Micro-dollars. */
  amount: number;
  /** The project and API key whose spend limits include it. */
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

/** An organisation's subscription, as last read from the payment provider. The plan is in the organisation's row. */
export interface SubscriptionRow {
  org_id: string;
  /** The provider's ids. */
  customer_id: string;
  subscription_id: string | null;
  /** The price per period, in micro-dollars. */
  price: number | null;
  period_ends_at: string | null;
  cancels_at: string | null;
  had_trial: boolean;
  card: PaymentCard | null;
  tax_id: InvoicedTaxId | null;
  /** A lock: until then, a change is in progress and no other may start. */
  changing_until: string | null;
  synced_at: string;
  /** Number of syncs, so that an older one can't overwrite a newer one. */
  syncs: number;
  /** Number of changes, used as the ETag. */
  version: number;
}

/** A webhook that was received from the payment provider. */
export interface PaymentEventRow {
  id: string;
  type: string;
  received_at: string;
  /** Null until it has been processed. */
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
  /** The month of `spent`: `2026-11`. */
  month: string;
  spent: number;
  /** Reserved by runs and calls in progress. */
  reserved: number;
  updated_at: string;
}

/** A spend alert: owners are notified when a month's spending reaches an amount. */
export interface SpendAlertRow {
  id: string;
  org_id: string;
  /** Null for the whole organisation. */
  project_id: string | null;
  amount: number;
  /** The last month in which owners were notified. */
  notified_month: string | null;
  created_at: string;
}

/** The settings and state of automatic top-up. */
export interface AutoTopUpRow {
  org_id: string;
  is_on: boolean;
  /** Micro-dollars. Credits are bought when the balance falls below this. */
  threshold: number;
  amount: number;
  monthly_cap: number;
  /** The month of `bought`: `2026-11`. */
  month: string;
  bought: number;
  failure: string | null;
  /** The payment in progress. Repeating it with the same id pays once. */
  attempt_id: string | null;
  attempt_amount: number | null;
  /** A lock: no other process repeats the payment before then. */
  attempt_until: string | null;
}

/** The model calls of a day and their cost. Fields that don't apply are empty strings. */
export interface UsageDayRow extends UsageFigures {
  org_id: string;
  /** In UTC: `2026-11-24`. */
  day: string;
  project_id: string;
  task_id: string;
  model_id: string;
  /** Empty for visitors of websites, and for calls without a caller. */
  caller_id: string;
  kind: UsageKind;
  task_name: string;
  caller_type: RunCallerType | null;
  /** The amount charged in the ledger. Price corrections don't change it. */
  charged: number;
}

/** The usage to select, including the first and last day. */
export interface UsageFilter {
  from: string;
  to: string;
  /** Only the usage of these projects. */
  projectIds?: readonly string[] | undefined;
  project_id?: string | undefined;
  task_id?: string | undefined;
  model_id?: string | undefined;
  caller_id?: string | undefined;
  kind?: UsageKind | undefined;
}

/** The total usage of a group. */
export interface UsageSum extends UsageFigures {
  /** The group's ID; empty for usage that belongs to no group. */
  id: string;
  /** Of a task. */
  name: string;
  /** Of a task. */
  project_id: string;
  charged: number;
}

/** The details of a run that the ledger shows. */
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
  /** Projects and collections that exceed these limits, the largest first; at most 50. */
  exceeding(orgId: string, limits: Pick<PlanLimits, 'tasks' | 'documents'>): Promise<LimitExcess[]>;
  /** Whether payments are set up. If not, every organisation has the limits of the highest plan. */
  hasPayments: boolean;
  /** The current month, by the database's clock, which all processes share. */
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
  /** The runs of entries. Deleted runs are missing. */
  runsOf(ids: readonly string[]): Promise<LedgerRun[]>;
  /** Adds to the usage of days. No two rows may have the same key. */
  addUsage(...rows: UsageDayRow[]): Promise<void>;
  /** Usage in groups, the most expensive first. */
  usage(orgId: string, filter: UsageFilter, by: UsageGroupBy): Promise<UsageSum[]>;
  /** Credit added to a balance since a day, by day; negative for refunds. */
  creditsSince(orgId: string, day: string): Promise<Map<string, number>>;
  /** Micro-dollars reserved by the runs and calls in progress of a project, or of one of its API keys. */
  reservedBy(projectId: string, apiKeyId: string | null): Promise<number>;
  /** Organisations whose balance is below their automatic top-up threshold, or whose top-up payment is in progress. */
  dueTopUps(limit: number): Promise<string[]>;
  /** Alerts whose amount has been reached this month, and whose owners haven't been notified yet. */
  reachedAlerts(month: string, limit: number): Promise<{ id: string; spent: number }[]>;
}
