import type { Table } from '../table.ts';

/** A value before or after a change. Longer texts and lists are cut. */
export type AuditValue = string | number | boolean | string[] | null;

/** One field that was changed. Null before something was created and after it was deleted. */
export interface AuditChange {
  /** The column, with the path inside of it: `theme.color`. */
  field: string;
  before: AuditValue;
  after: AuditValue;
  /** Whether only the fact that it changed is recorded: secrets, prompts and other contents. */
  is_hidden: boolean;
}

/** What somebody changed, or tried to change without permission. Never changed itself, except to count attempts. */
export interface AuditEntryRow {
  id: string;
  org_id: string;
  /** The project that it belonged to. Not a foreign key: entries outlive what they are about. */
  project_id: string | null;
  outcome: 'done' | 'refused';
  /** The operation's id, or the name of what the system did. */
  action: string;
  actor_type: string;
  actor_id: string;
  /** The actor's name at that time. */
  actor_name: string;
  /** The person behind an API key or token; null for people themselves and the system. */
  person_id: string | null;
  /** The network that the request came from; null for the system. */
  network: string | null;
  request_id: string | null;
  target_type: string;
  /** Null if the entry is about many things, which are only counted. */
  target_id: string | null;
  /** The target's name at that time. */
  target_name: string | null;
  changes: AuditChange[];
  /** How many things were changed, or how often it was attempted. */
  count: number;
  /** Why it was refused: the problem's code. */
  reason: string | null;
  created_at: string;
  /** The last attempt. */
  last_at: string;
}

export interface AuditStore {
  entries: Table<AuditEntryRow>;
}
