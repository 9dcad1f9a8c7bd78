import { Shares } from '#core/shares.ts';
import { CorrectionStopped, workOnCorrection } from '#domain/billing/price/work.ts';
import type { Domain } from '#domain/domain.ts';
import type { Db } from '../../db/client.ts';
import { LeaseLost } from '../../platform/jobs/lease.ts';
import type { Presence } from '../../platform/jobs/presence.ts';
import { createWorker, type Queue } from '../../platform/jobs/worker.ts';
import {
  type ClaimedCorrection,
  claimCorrections,
  freeCorrections,
  renewCorrection,
} from './price.repository.ts';

const POLL_MS = 5000;
const LEASE_MS = 30_000;
/** When a correction that couldn't be applied is tried again. */
const RETRY_MS = 60_000;

interface PriceWorkerDeps {
  db: Db;
  presence: Pick<Presence, 'id' | 'onDeath'>;
  domain: Pick<Domain, 'stores' | 'collection'>;
  report: (error: unknown) => void;
}

/** Calculates and applies price corrections, one at a time. */
export function createPriceWorker({ db, presence, domain, report }: PriceWorkerDeps) {
  const { corrections } = domain.stores.billing;
  const workerId = presence.id;
  const lease = { workerId, leaseMs: LEASE_MS };
  const queue: Queue<ClaimedCorrection> = {
    claim: ({ limit }) => claimCorrections(db, { ...lease, limit }),
    lease: { milliseconds: LEASE_MS, renew: (job) => renewCorrection(db, job, lease) },
    async work({ id }, signal) {
      const row = await corrections.find({ id, worker_id: workerId });
      if (!row) throw new LeaseLost();
      try {
        await workOnCorrection(domain, row, signal);
      } catch (error) {
        throw error instanceof CorrectionStopped ? new LeaseLost() : error;
      }
    },
    async fail({ id }, error) {
      report(error);
      const own = { id, worker_id: workerId };
      const ended_at = new Date().toISOString();
      await corrections.change(
        { ...own, status: 'calculating' },
        { status: 'failed', ended_at, worker_id: null, lease_until: null },
      );
      // One that has begun to change costs must be finished.
      const lease_until = new Date(Date.now() + RETRY_MS).toISOString();
      await corrections.change({ ...own, status: 'applying' }, { worker_id: null, lease_until });
    },
    async release({ id }) {
      await corrections.change({ id, worker_id: workerId }, { worker_id: null, lease_until: null });
    },
    free: freeCorrections,
  };
  const slots = new Shares({ total: 1, each: 1 });
  const worker = createWorker(queue, { slots, pollMs: POLL_MS, presence, report });
  worker.kick();
  return worker;
}
