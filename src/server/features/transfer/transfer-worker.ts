import { Shares } from '#core/shares.ts';
import { DETAIL } from '#domain/details.ts';
import { finishMoves } from '#domain/transfer/move-rows.ts';
import { type TransferDomain, TransferStopped } from '#domain/transfer/progress.ts';
import { sweepTransfers } from '#domain/transfer/transfer.service.ts';
import { faultOf, workOnTransfer } from '#domain/transfer/work.ts';
import type { Db } from '../../db/client.ts';
import { forAll } from '../../db/turns/cause.ts';
import { LeaseLost } from '../../platform/jobs/lease.ts';
import type { Presence } from '../../platform/jobs/presence.ts';
import { createSchedule } from '../../platform/jobs/schedule.ts';
import { createWorker, type Queue } from '../../platform/jobs/worker.ts';
import {
  type ClaimedTransfer,
  claimTransfers,
  freeTransfers,
  renewTransfer,
} from './transfer.repository.ts';

/** Few, because archives are in memory while they are imported. */
const AT_ONCE = 2;
const POLL_MS = 5000;
const LEASE_MS = 30_000;
const SWEEP_MS = 600_000;
/** How often to look for moves of projects that were interrupted. */
const MOVES_MS = 60_000;

interface TransferWorkerDeps {
  db: Db;
  presence: Presence;
  domain: TransferDomain;
  report: (error: unknown) => void;
}

/** Works on exports, imports and copies, one per organisation at a time. */
export function createTransferWorker({ db, presence, domain, report }: TransferWorkerDeps) {
  const { transfers } = domain.stores.transfer;
  const workerId = presence.id;
  const lease = { workerId, leaseMs: LEASE_MS };

  const queue: Queue<ClaimedTransfer> = {
    claim: ({ limit, owners }) =>
      claimTransfers(db, { ...lease, limit, busyOrgs: [...owners.keys()] }),
    ownerOf: ({ org_id }) => org_id,
    lease: { milliseconds: LEASE_MS, renew: (job) => renewTransfer(db, job, lease) },
    async work({ id }, signal) {
      const row = await transfers.find({ id, worker_id: workerId });
      if (!row) throw new LeaseLost();
      try {
        await workOnTransfer(domain, row, signal);
      } catch (error) {
        throw error instanceof TransferStopped ? new LeaseLost() : error;
      }
    },
    async fail({ id }, error) {
      const fault = faultOf(error);
      if (fault === undefined) report(error);
      await transfers.change(
        { id, worker_id: workerId },
        {
          status: 'failed',
          error: fault ?? DETAIL.transferFailed,
          ended_at: new Date().toISOString(),
          worker_id: null,
          lease_until: null,
        },
      );
    },
    async release({ id }) {
      await transfers.change({ id, worker_id: workerId }, { worker_id: null, lease_until: null });
    },
    free: freeTransfers,
  };

  const slots = new Shares({ total: AT_ONCE, each: 1 });
  const worker = createWorker(queue, { slots, pollMs: POLL_MS, presence, report });
  const schedule = createSchedule(report);
  const closing = new AbortController();
  schedule.every(SWEEP_MS, () =>
    forAll(() => sweepTransfers(domain, { now: new Date(), signal: closing.signal })),
  );
  schedule.every(MOVES_MS, () => forAll(() => finishMoves(domain, closing.signal)));
  worker.kick();
  return {
    kick: worker.kick,
    async close(): Promise<void> {
      closing.abort();
      await Promise.all([schedule.close(), worker.close()]);
    },
  };
}
