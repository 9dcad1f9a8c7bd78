import type { Table, Where } from '../table.ts';

/** A row that a worker has claimed. */
export interface Claimed {
  id: string;
  worker_id: string | null;
}

/** The row was cancelled or deleted, or another worker has taken it over. */
export class Stopped extends Error {}

/** Work on the rows of a table: on the server, workers claim them; in the mocks, the page does. */
export interface Background<Row extends Claimed> {
  table: Table<Row>;
  isOpen: Where<Row>;
  /** What changes when the work on a row begins. */
  begun: Partial<Row>;
  /**
   * Does the work and records its success.
   * @throws Stopped
   */
  work(row: Row, signal: AbortSignal): Promise<unknown>;
  /** Records that `work` threw something else. */
  fail(own: Claimed, error: unknown, report: (error: unknown) => void): Promise<unknown>;
}
