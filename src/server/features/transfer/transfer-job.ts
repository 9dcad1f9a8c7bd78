import { DETAIL } from '#domain/details.ts';
import { finishMoves } from '#domain/transfer/move-rows.ts';
import { type TransferDomain, TransferStopped } from '#domain/transfer/progress.ts';
import { sweepTransfers } from '#domain/transfer/transfer.service.ts';
import { faultOf, workOnTransfer } from '#domain/transfer/work.ts';
import type { ClaimedJob } from '../../platform/jobs/job-table.repository.ts';
import { jobKind } from '../../platform/jobs/jobs.ts';
import { LeaseLost } from '../../platform/jobs/lease.ts';
import { TRANSFERS } from './transfer.repository.ts';

const SWEEP_MS = 600_000;
/** How often to look for moves of projects that were interrupted. */
const MOVES_MS = 60_000;

/** Works on exports, imports and copies, one per organisation at a time. Few, because archives are in memory. */
export function transferJob(domain: TransferDomain) {
  const { transfers } = domain.stores.transfer;
  return jobKind<ClaimedJob & { id: string }>({
    name: 'transfers',
    queue: {
      table: TRANSFERS,
      slots: { total: 2, each: 1 },
      async work({ id, worker_id }, signal) {
        const row = await transfers.find({ id, worker_id });
        if (!row) throw new LeaseLost();
        await workOnTransfer(domain, row, signal).catch((error: unknown) => {
          throw error instanceof TransferStopped ? new LeaseLost() : error;
        });
      },
      onFail({ id, worker_id }, error, report) {
        const fault = faultOf(error);
        if (fault === undefined) report(error);
        const ended = { ended_at: new Date().toISOString(), worker_id: null, lease_until: null };
        const failed = { status: 'failed', error: fault ?? DETAIL.transferFailed } as const;
        return transfers.change({ id, worker_id }, { ...failed, ...ended });
      },
    },
    rounds: [
      [SWEEP_MS, (round) => sweepTransfers(domain, round)],
      [MOVES_MS, ({ signal }) => finishMoves(domain, signal)],
    ],
  });
}
