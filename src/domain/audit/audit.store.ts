import type { StoreOf } from '../table.ts';
import type { AUDIT_TABLES } from './audit.tables.ts';

/** An organisation with entries that are due to be deleted. */
export interface ExpiredLog {
  org_id: string;
  /** Null if the organisation was deleted. */
  retention_days: number | null;
}

export interface AuditStore extends StoreOf<typeof AUDIT_TABLES> {
  /**
   * The next organisations, by id, whose oldest entry has expired, or that were deleted.
   * @param after the last organisation that was examined; null at first
   * @returns with `last`: the last organisation that was examined; null if there are no more
   */
  expiredLogs(
    after: string | null,
    now: string,
  ): Promise<{ logs: ExpiredLog[]; last: string | null }>;
}
