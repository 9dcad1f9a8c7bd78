import { CorrectionStopped, workOnCorrection } from '#domain/billing/price/work.ts';
import type { Domain } from '#domain/domain.ts';
import type { ClaimedJob } from '../../platform/jobs/job-table.repository.ts';
import { jobKind } from '../../platform/jobs/jobs.ts';
import { LeaseLost } from '../../platform/jobs/lease.ts';
import { CORRECTIONS } from './price.repository.ts';

/** When a correction that couldn't be applied is tried again. */
const RETRY_MS = 60_000;

/** Calculates and applies price corrections, one at a time. */
export function priceJob(domain: Pick<Domain, 'stores' | 'collection'>) {
  const { corrections } = domain.stores.billing;
  return jobKind<ClaimedJob & { id: string }>({
    name: 'price corrections',
    queue: {
      table: CORRECTIONS,
      slots: { total: 1 },
      async work({ id, worker_id }, signal) {
        const row = await corrections.find({ id, worker_id });
        if (!row) throw new LeaseLost();
        await workOnCorrection(domain, row, signal).catch((error: unknown) => {
          throw error instanceof CorrectionStopped ? new LeaseLost() : error;
        });
      },
      async onFail({ id, worker_id }, error, report) {
        report(error);
        const ended_at = new Date().toISOString();
        await corrections.change(
          { id, worker_id, status: 'calculating' },
          { status: 'failed', ended_at, worker_id: null, lease_until: null },
        );
        // One that has begun to change costs must be finished.
        const lease_until = new Date(Date.now() + RETRY_MS).toISOString();
        const retried = { worker_id: null, lease_until };
        await corrections.change({ id, worker_id, status: 'applying' }, retried);
      },
    },
  });
}
