import type {
  Datasource,
  DatasourceStatus,
  DatasourceSync,
  DatasourceSyncEntry,
} from '#generated/model/index.ts';
import { asView } from '../view.ts';
import type {
  DatasourceRow,
  DatasourceSyncEntryRow,
  DatasourceSyncRow,
} from './datasource.tables.ts';
import { isUnconnected } from './sync.ts';

export function toDatasource(
  row: DatasourceRow,
  rest: Pick<Datasource, 'documents' | 'last_sync'>,
): Datasource {
  const next_sync_at = row.is_paused ? null : row.next_sync_at;
  return asView('Datasource', row, { ...rest, status: statusOf(row), next_sync_at });
}

function statusOf(row: DatasourceRow): DatasourceStatus {
  if (row.is_paused) return 'paused';
  if (row.health === 'disconnected' || isUnconnected(row)) return 'disconnected';
  return row.health === 'failing' ? 'failing' : 'active';
}

export function toSync(row: DatasourceSyncRow): DatasourceSync {
  return asView('DatasourceSync', row);
}

export function toEntry(row: DatasourceSyncEntryRow): DatasourceSyncEntry {
  return asView('DatasourceSyncEntry', row);
}
