import type { ResourceScope } from '#generated/model/index.ts';
import type { Table } from '../table.ts';

export interface ApiKeyRow {
  id: string;
  project_id: string;
  name: string;
  /** The key's first characters, to tell keys apart. */
  prefix: string;
  /** The only trace of the key itself that is stored. */
  hash: string;
  /** The tasks and collections that it may use; null for all of its project. */
  resources: ResourceScope | null;
  /** The key that this one replaced, while it still works. */
  old_prefix: string | null;
  old_hash: string | null;
  old_key_until: string | null;
  /** The id of a user, whose account may have been deleted since. */
  created_by: string;
  created_at: string;
  /** May lag a minute behind. */
  last_used_at: string | null;
  expires_at: string | null;
}

export interface AccessStore {
  apiKeys: Table<ApiKeyRow>;
}
