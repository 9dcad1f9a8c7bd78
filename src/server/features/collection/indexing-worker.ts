import { Shares } from '#core/shares.ts';
import { failIndexing, indexDocument } from '#domain/collection/ingest/ingest.ts';
import { sweepCollections } from '#domain/collection/ingest/sweep.ts';
import type { Domain } from '#domain/domain.ts';
import type { Db } from '../../db/client.ts';
import { forAll } from '../../db/turns/cause.ts';
import type { Presence } from '../../platform/jobs/presence.ts';
import { createSchedule } from '../../platform/jobs/schedule.ts';
import { createWorker, type Queue } from '../../platform/jobs/worker.ts';
import {
  type ClaimedIndexing,
  claimIndexing,
  freeIndexing,
  renewIndexing,
} from './collection.repository.ts';

const POLL_MS = 2000;
const LEASE_MS = 30_000;
const SWEEP_MS = 600_000;
/** The number of documents processed at once, shared by all organisations. They mostly wait for threads and models. */
const DOCUMENTS_AT_ONCE = 8;

interface WorkerDeps {
  db: Db;
  presence: Presence;
  domain: Domain;
  report: (error: unknown) => void;
}

/** Indexes due documents, and collects garbage. */
export function createIndexingWorker({ db, presence, domain, report }: WorkerDeps) {
  const { indexings } = domain.stores.collection;
  const own = { workerId: presence.id, leaseMs: LEASE_MS };
  const queue: Queue<ClaimedIndexing> = {
    claim: (room) => claimIndexing(db, { ...room, ...own }),
    ownerOf: ({ org_id }) => org_id,
    lease: {
      milliseconds: LEASE_MS,
      renew: (job) => renewIndexing(db, job, own),
    },
    work: (job, signal) => indexDocument(domain, job, signal),
    async fail({ index_id, document_id }, error) {
      await failIndexing(domain, { index_id, document_id }, error, report);
    },
    async release({ index_id, document_id }) {
      await indexings.change({ index_id, document_id }, { locked_until: null });
    },
    free: freeIndexing,
  };
  const slots = new Shares({ total: DOCUMENTS_AT_ONCE });
  const worker = createWorker(queue, { slots, pollMs: POLL_MS, presence, report });
  const schedule = createSchedule(report);
  const closing = new AbortController();
  let sweeping: Promise<void> | undefined;
  let isUntidy = false;
  const folders: string[] = [];

  async function sweep(): Promise<void> {
    while (isUntidy && !closing.signal.aborted) {
      isUntidy = false;
      const known = folders.splice(0);
      const given = { now: new Date(), folders: known, signal: closing.signal };
      await sweepCollections(domain, given).catch(report);
    }
    sweeping = undefined;
  }

  function tidy(more: readonly string[] = []): Promise<void> {
    folders.push(...more);
    isUntidy = true;
    // A caller's request may have triggered this, but the garbage isn't theirs alone.
    sweeping ??= forAll(sweep);
    return sweeping;
  }

  schedule.every(SWEEP_MS, () => tidy());

  return {
    kick: worker.kick,
    /** Schedules garbage collection. */
    tidy: (more?: readonly string[]) => void tidy(more),
    /** Stops the work in progress, for another process to claim. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.all([schedule.close(), worker.close(), sweeping]);
    },
  };
}
