import { failSync, runSync, startDueSyncs } from '#domain/datasource/sync.ts';
import type { Domain } from '#domain/domain.ts';
import type { ClaimedJob } from '../../platform/jobs/job-table.repository.ts';
import { jobKind } from '../../platform/jobs/jobs.ts';
import { SYNCS } from './datasource.repository.ts';

/** How often to look for sources whose next sync is due. */
const LOOK_MS = 15_000;

/** Syncs the data sources that are due. Many at once, because they mostly wait for other servers. */
export function syncJob(domain: Domain) {
  return jobKind<ClaimedJob & { id: string }>({
    name: 'data sources',
    queue: {
      table: SYNCS,
      slots: { total: 16 },
      work: ({ id }, signal, report) => runSync(domain, id, signal, report),
      onFail: ({ id }, error, report) => failSync(domain, id, error, report),
    },
    rounds: [[LOOK_MS, () => startDueSyncs(domain)]],
  });
}
