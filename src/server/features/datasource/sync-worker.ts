import { Shares } from '#core/shares.ts';
import { failSync, runSync, startDueSyncs } from '#domain/datasource/sync.ts';
import type { Domain } from '#domain/domain.ts';
import type { Db } from '../../db/client.ts';
import type { Presence } from '../../platform/jobs/presence.ts';
import { createSchedule } from '../../platform/jobs/schedule.ts';
import { createWorker, type Queue } from '../../platform/jobs/worker.ts';
import { type ClaimedSync, claimSyncs, freeSyncs, renewSync } from './datasource.repository.ts';

const POLL_MS = 5000;
const LEASE_MS = 30_000;
/** How often to look for sources whose next sync is due. */
const LOOK_MS = 15_000;
/** The number of concurrent syncs, shared by all organisations. They mostly wait for other servers. */
const SYNCS_AT_ONCE = 16;

interface WorkerDeps {
  db: Db;
  presence: Presence;
  domain: Domain;
  report: (error: unknown) => void;
}

/** Syncs the data sources that are due. */
export function createSyncWorker({ db, presence, domain, report }: WorkerDeps) {
  const { syncs } = domain.stores.datasource;
  const own = { workerId: presence.id, leaseMs: LEASE_MS };
  const queue: Queue<ClaimedSync> = {
    claim: (room) => claimSyncs(db, { ...room, ...own }),
    ownerOf: ({ org_id }) => org_id,
    lease: { milliseconds: LEASE_MS, renew: (sync) => renewSync(db, sync, own) },
    work: ({ id }, signal) => runSync(domain, id, signal, report),
    fail: ({ id }, error) => failSync(domain, id, error, report),
    async release({ id }) {
      await syncs.change({ id }, { locked_until: null });
    },
    free: freeSyncs,
  };
  const slots = new Shares({ total: SYNCS_AT_ONCE });
  const worker = createWorker(queue, { slots, pollMs: POLL_MS, presence, report });
  const schedule = createSchedule(report);
  schedule.every(LOOK_MS, () => startDueSyncs(domain));
  return {
    kick: worker.kick,
    /** Stops the syncs in progress, for another process to claim. */
    async close(): Promise<void> {
      await Promise.all([schedule.close(), worker.close()]);
    },
  };
}
