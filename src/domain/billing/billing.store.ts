/** Money that was put in or spent. Rows are only ever added. */
export interface LedgerRow {
  id: string;
  org_id: string;
  kind: 'grant' | 'run';
  /** Micro-dollars; positive for what is put in. */
  amount: number;
  /** What it is for, only once: a run's id, or `welcome:` and the organisation's id. */
  reference: string;
  created_at: string;
}

/**
 * The ledger. Its arithmetic is the one rule that is in SQL and in memory, because runs are billed in the statement that
 * ends them.
 */
export interface BillingStore {
  /** Adds an entry and changes the organisation's balance with it. Does nothing if the reference has an entry already. */
  addEntry(entry: LedgerRow): Promise<void>;
  /** What an organisation has left, and what was ever put in; undefined when there is no such organisation. */
  readBalance(orgId: string): Promise<{ balance: number; granted: number } | undefined>;
}
