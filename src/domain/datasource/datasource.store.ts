import type {
  Datasource,
  DatasourceConfig,
  DatasourceInterval,
  DatasourceSync,
  DatasourceSyncEntry,
} from '#generated/model/index.ts';
import type { BoundSecret } from '../access/bound-secret.ts';
import type { Table } from '../table.ts';
import type { SourceItem } from './connectors/connector.ts';

export interface DatasourceRow
  extends Pick<
    Datasource,
    'id' | 'collection_id' | 'name' | 'error' | 'credentials_hint' | 'next_sync_at' | 'created_at'
  > {
  org_id: string;
  config: DatasourceConfig;
  interval: DatasourceInterval;
  is_paused: boolean;
  /** How the last sync ended. */
  health: 'ok' | 'failing' | 'disconnected';
  /** Null if there are none. */
  credentials: BoundSecret | null;
  /** The connector's state for the next sync; null for a full sync. */
  state: { value: unknown } | null;
  /** The connection of an account that was started last; null once it is completed. */
  connecting: string | null;
  created_by_id: string;
  created_by_name: string;
  /** Number of changes, used as the ETag. */
  version: number;
}

/** An item of a source, as last listed. */
export interface DatasourceItemRow extends SourceItem {
  datasource_id: string;
  /** SHA-256 of `key`, which is too long for a database index. */
  key_hash: string;
  /** Null if it could never be read. */
  document_id: string | null;
  /** SHA-256 of its content. */
  hash: string | null;
  /** The sync that listed it last. */
  sync_id: string;
}

/** A sync, which is also a job in the queue. */
export interface DatasourceSyncRow extends DatasourceSync {
  collection_id: string;
  org_id: string;
  /** When it is due; null once it has ended. */
  due_at: string | null;
  /** When the lease expires. Until then, another process may be working on it. */
  locked_until: string | null;
  /** The process that works on it. */
  worker_id: string | null;
  /** The number of interruptions by the source. */
  attempt: number;
}

export interface DatasourceSyncEntryRow extends DatasourceSyncEntry {
  sync_id: string;
}

export interface DatasourceStore {
  sources: Table<DatasourceRow>;
  items: Table<DatasourceItemRow>;
  /** A source has at most one unfinished sync: unique index `datasource_sync_open`. */
  syncs: Table<DatasourceSyncRow>;
  entries: Table<DatasourceSyncEntryRow>;
}
