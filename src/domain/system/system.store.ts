import type { Table } from '../table.ts';

/** A request that came with an Idempotency-Key, and its response once there is one. */
export interface IdempotencyRow {
  /** The id of the user or API key. */
  caller: string;
  key: string;
  request_hash: string;
  status: number | null;
  headers: Record<string, string> | null;
  /** Encrypted, since one of these responses contains a new API key. */
  body: string | null;
  created_at: string;
}

export interface SystemStore {
  idempotency: Table<IdempotencyRow>;
  /** Deletes, in batches, what deleted projects, tasks and other things leave behind: `swept` in `TABLES`. */
  sweepOrphans(now: Date, signal: AbortSignal): Promise<void>;
}
