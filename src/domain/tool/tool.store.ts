import type { BoundSecret } from '../access/bound-secret.ts';
import type { Table } from '../table.ts';

/**
 * Which of a project's secrets signs its tool calls. Without a row, it is the first one, which has never been shown.
 */
export interface ToolSecretRow {
  project_id: string;
  /** The number of the current secret; incremented by each rotation. */
  generation: number;
  made_at: string;
  old_secret_until: string | null;
}

/** The `Authorization` header that tool calls send to one path of an origin, and to those below it. */
export interface ToolCredentialRow {
  id: string;
  project_id: string;
  /** Unique within a project, with the path: index `tool_credential_origin`. */
  origin: string;
  path: string;
  authorization: BoundSecret;
  updated_by_id: string;
  updated_by_name: string;
  updated_at: string;
}

export interface ToolStore {
  secrets: Table<ToolSecretRow>;
  credentials: Table<ToolCredentialRow>;
}
