import type {
  AuditActorType,
  AuditChange,
  AuditEntry,
  AuditTargetType,
} from '#generated/model/index.ts';
import type { Table } from '../table.ts';

/** What somebody changed, or tried to change without permission. Never changed itself, except to count attempts. */
export interface AuditEntryRow
  extends Pick<
    AuditEntry,
    | 'id'
    | 'created_at'
    | 'last_at'
    | 'outcome'
    | 'action'
    | 'project_id'
    | 'count'
    | 'reason'
    | 'network'
    | 'request_id'
  > {
  org_id: string;
  actor_type: AuditActorType;
  actor_id: string;
  actor_name: string;
  /** The person behind an API key or token; null for people themselves and the system. */
  person_id: string | null;
  target_type: AuditTargetType;
  target_id: string | null;
  /** Empty if it has none. */
  target_name: string;
  changes: AuditChange[];
}

/** How long an organisation's entries are kept. Without a row, it is the default. */
export interface AuditSettingRow {
  org_id: string;
  retention_days: number;
  /** Number of changes, used as the ETag. */
  version: number;
}

/** An organisation with entries that are due to be deleted. */
export interface ExpiredLog {
  org_id: string;
  /** Null if the organisation was deleted. */
  retention_days: number | null;
}

export interface AuditStore {
  entries: Table<AuditEntryRow>;
  settings: Table<AuditSettingRow>;
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
