import type { DatasourceSync, DatasourceSyncResult } from '#generated/model/index.ts';

/** The counts of a sync, in display order. */
export const COUNTS = ['added', 'changed', 'removed', 'failed'] as const;

/** Whether a sync is waiting or running. */
export function isOpen(
  sync: DatasourceSync | null,
): sync is DatasourceSync & { status: 'waiting' | 'running' } {
  return sync?.status === 'waiting' || sync?.status === 'running';
}

/** The changes of a sync: `3 added, 1 changed`, or `nothing changed`. */
export function changesText(sync: DatasourceSync): string {
  const parts = COUNTS.filter((name) => sync[name] > 0).map(
    (name) => `${sync[name].toLocaleString('en-GB')} ${name}`,
  );
  return parts.length > 0 ? parts.join(', ') : 'nothing changed';
}

/** The number of files or pages processed so far. */
export function seenBy({ added, changed, unchanged, failed }: DatasourceSync): number {
  return added + changed + unchanged + failed;
}

export const SYNC_STATUS: Readonly<Record<DatasourceSync['status'], string>> = {
  waiting: 'Waiting',
  running: 'Syncing',
  succeeded: 'Succeeded',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

export const RESULTS: Readonly<Record<DatasourceSyncResult, string>> = {
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
  failed: 'Failed',
  skipped: 'Skipped',
};
