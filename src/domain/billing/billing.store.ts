import type { Table } from '../table.ts';

/** Money granted or spent. Rows are only ever added. */
export interface LedgerRow {
  id: string;
  org_id: string;
  kind: 'grant' | 'run' | 'indexing' | 'search' | 'model_test';
  /** Micro-dollars; positive for grants. */
  amount: number;
  /** A unique reference: a run's or reservation's id, or `welcome:` and the hash of a mailbox (of older ones, the organisation's id). */
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

/**
 * The ledger. Its arithmetic is the one rule that is in SQL and in memory, because runs are billed in the statement that
 * ends them.
 */
export interface BillingStore {
  reservations: Table<ReservationRow>;
  alerts: Table<BalanceAlertRow>;
  /** Organisations whose balance is below a limit or used up, or no longer is, since `alerts` was written. */
  crossedBalances(low: number, limit: number): Promise<string[]>;
  /** Adds an entry and changes the organisation's balance with it. Does nothing if the reference has an entry already. */
  addEntry(entry: LedgerRow): Promise<void>;
  /** An organisation's balance, what is reserved of it, and its total grants; undefined when it does not exist. */
  readBalance(
    orgId: string,
  ): Promise<{ balance: number; reserved: number; granted: number } | undefined>;
}
