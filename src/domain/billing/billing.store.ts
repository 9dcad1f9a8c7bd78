import type {
  LimitExcess,
  PlanLimits,
  UsageFigures,
  UsageGroupBy,
  UsageKind,
} from '#generated/model/index.ts';
import type { StoreOf } from '../table.ts';
import type { BILLING_TABLES, LedgerRow, UsageDayRow } from './billing.tables.ts';
import type { PriceStore } from './price/price.store.ts';

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
export interface BillingStore extends StoreOf<typeof BILLING_TABLES>, PriceStore {
  /** Projects and collections that exceed these limits, the largest first; at most 50. */
  exceeding(orgId: string, limits: Pick<PlanLimits, 'tasks' | 'documents'>): Promise<LimitExcess[]>;
  /** Whether payments are set up. If not, every organisation has the limits of the highest plan. */
  hasPayments: boolean;
  /** The current month, by the database's clock, which all processes share. */
  month(): Promise<string>;
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
