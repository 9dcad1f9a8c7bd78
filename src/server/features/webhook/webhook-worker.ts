import { Shares } from '#core/shares.ts';
import { spreadEvents } from '#domain/webhook/webhook-event.service.ts';
import {
  attemptDelivery,
  failDelivery,
  type SendingDomain,
} from '#domain/webhook/webhook-sender.ts';
import type { Db } from '../../db/client.ts';
import type { Presence } from '../../platform/jobs/presence.ts';
import { createSchedule } from '../../platform/jobs/schedule.ts';
import { createWorker, type Queue, type Room } from '../../platform/jobs/worker.ts';
import {
  type ClaimedDelivery,
  claimDue,
  freeDeliveries,
  hasWork,
  sweepEvents,
} from './webhook.repository.ts';
import { ATTEMPT_TIMEOUT_MS } from './webhook-post.ts';

const POLL_MS = 1000;
const SWEEP_MS = 3_600_000;
const KEPT_MS = 30 * 24 * 3_600_000;
/** Shared by all organisations. */
const DELIVERIES_AT_ONCE = 96;
const PER_WEBHOOK = 4;
/** Longer than any attempt takes, so it is never renewed. */
const LEASE_MS = ATTEMPT_TIMEOUT_MS * 4;

export interface WorkerDeps {
  db: Db;
  presence: Presence;
  domain: SendingDomain;
  report: (error: unknown) => void;
  pollMs?: number | undefined;
}

/** Creates the deliveries of new events, sends those that are due, and deletes old events. */
export function createWebhookWorker(deps: WorkerDeps) {
  const { db, presence, domain, report, pollMs = POLL_MS } = deps;
  const { deliveries } = domain.stores.webhook;

  async function claim(room: Room) {
    for (;;) {
      const { events, due } = await hasWork(db);
      const isMore = events && (await spreadEvents(domain.stores));
      const claimed =
        events || due
          ? await claimDue(db, presence.id, { ...room, perWebhook: PER_WEBHOOK, leaseMs: LEASE_MS })
          : [];
      // The first events may have no subscribers; those after them need not wait for the next poll.
      if (claimed.length > 0 || !isMore) return claimed;
    }
  }

  const queue: Queue<ClaimedDelivery> = {
    claim,
    ownerOf: ({ org_id }) => org_id,
    groupOf: ({ webhook_id }) => webhook_id,
    work: ({ id, is_interrupted: isInterrupted }, signal) =>
      isInterrupted
        ? failDelivery(domain, id, { isInterrupted })
        : attemptDelivery(domain, id, { signal }),
    async fail({ id }, error) {
      report(error);
      await failDelivery(domain, id);
    },
    async release({ id }) {
      await deliveries.change({ id, status: 'pending' }, { locked_until: null });
    },
    free: freeDeliveries,
  };
  const slots = new Shares({ total: DELIVERIES_AT_ONCE });
  const worker = createWorker(queue, { slots, pollMs, presence, report });
  const schedule = createSchedule(report);
  schedule.every(SWEEP_MS, () => sweepEvents(db, new Date(Date.now() - KEPT_MS)));

  return {
    kick: worker.kick,
    /** Aborts the deliveries in progress and leaves them to the process that claims them next. */
    async close(): Promise<void> {
      await Promise.all([schedule.close(), worker.close()]);
    },
  };
}
