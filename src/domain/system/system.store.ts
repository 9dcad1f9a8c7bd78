import type { StoreOf } from '../table.ts';
import type { SYSTEM_TABLES } from './system.tables.ts';

export interface SystemStore extends StoreOf<typeof SYSTEM_TABLES> {
  /** Deletes, in batches, what deleted projects, tasks and other things leave behind: `swept` references. */
  sweepOrphans(now: Date, signal: AbortSignal): Promise<void>;
}
