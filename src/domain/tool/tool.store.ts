import type { Table } from '../table.ts';

/** Which of a project's secrets signs the calls of its tools. Without a row it is the first, which nobody has seen. */
export interface ToolSecretRow {
  project_id: string;
  /** Counts the secrets that were made. */
  generation: number;
  made_at: string;
  old_secret_until: string | null;
}

/** What calls of tools send to one origin as `Authorization`. */
export interface ToolCredentialRow {
  id: string;
  project_id: string;
  /** Unique in its project: index `tool_credential_origin`. */
  origin: string;
  /** Sealed. */
  authorization: string;
  updated_by_id: string;
  updated_by_name: string;
  updated_at: string;
}

export interface ToolStore {
  secrets: Table<ToolSecretRow>;
  credentials: Table<ToolCredentialRow>;
}
