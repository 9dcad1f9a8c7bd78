import type {
  Datasource,
  DatasourceStatus,
  DatasourceSync,
  DatasourceSyncEntry,
} from '#generated/model/index.ts';
import { etagOf } from '../version.ts';
import type {
  DatasourceRow,
  DatasourceSyncEntryRow,
  DatasourceSyncRow,
} from './datasource.tables.ts';
import { isUnconnected } from './sync.ts';

export function toDatasource(
  row: DatasourceRow,
  { documents, last_sync }: Pick<Datasource, 'documents' | 'last_sync'>,
): Datasource {
  const { id, collection_id, name, config, interval, credentials_hint, error } = row;
  return {
    id,
    collection_id,
    name,
    config,
    status: statusOf(row),
    interval,
    credentials_hint,
    error,
    documents,
    last_sync,
    next_sync_at: row.is_paused ? null : row.next_sync_at,
    created_by: { id: row.created_by_id, name: row.created_by_name },
    created_at: row.created_at,
    etag: etagOf(row),
  };
}

function statusOf(row: DatasourceRow): DatasourceStatus {
  if (row.is_paused) return 'paused';
  if (row.health === 'disconnected' || isUnconnected(row)) return 'disconnected';
  return row.health === 'failing' ? 'failing' : 'active';
}

export function toSync(row: DatasourceSyncRow): DatasourceSync {
  const { collection_id, org_id, due_at, lease_until, worker_id, attempts, ...sync } = row;
  return sync;
}

export function toEntry({ sync_id, ...entry }: DatasourceSyncEntryRow): DatasourceSyncEntry {
  return entry;
}
