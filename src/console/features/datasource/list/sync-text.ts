import type { DatasourceSync, DatasourceSyncResult } from '#generated/model/index.ts';

/** What a sync counts, in the order in which it is shown. */
export const COUNTS = ['added', 'changed', 'removed', 'failed'] as const;

/** Whether a sync is waiting or running. */
export function isOpen(
  sync: DatasourceSync | null,
): sync is DatasourceSync & { status: 'waiting' | 'running' } {
  return sync?.status === 'waiting' || sync?.status === 'running';
}

/** What a sync changed: `3 added, 1 changed`, or `nothing changed`. */
export function changesText(sync: DatasourceSync): string {
  const parts = COUNTS.filter((name) => sync[name] > 0).map(
    (name) => `${sync[name].toLocaleString('en-GB')} ${name}`,
  );
  return parts.length > 0 ? parts.join(', ') : 'nothing changed';
}

/** How many files or pages a sync has dealt with so far. */
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
