import type { Domain } from '#domain/domain.ts';
import { spreadEvents } from '#domain/webhook/webhook-event.service.ts';
import { attemptDelivery, failDelivery } from '#domain/webhook/webhook-sender.ts';
import type { Db } from '../../db/client.ts';
import type { ClaimedJob } from '../../platform/jobs/job-table.repository.ts';
import { jobKind } from '../../platform/jobs/jobs.ts';
import { DELIVERIES, hasWork, sweepEvents } from './webhook.repository.ts';
import { ATTEMPT_TIMEOUT_MS } from './webhook-post.ts';

const SWEEP_MS = 3_600_000;
const KEPT_MS = 30 * 24 * 3_600_000;

/** Creates the deliveries of new events, sends those that are due, and deletes old events. */
export function webhookJob(db: Db, domain: Pick<Domain, 'stores' | 'webhook'>, pollMs = 1000) {
  return jobKind<ClaimedJob & { id: string }>({
    name: 'webhooks',
    queue: {
      table: DELIVERIES,
      slots: { total: 96 },
      pollMs,
      leaseMs: ATTEMPT_TIMEOUT_MS * 4,
      async claim(next) {
        for (;;) {
          const { events, due } = await hasWork(db);
          const isMore = events && (await spreadEvents(domain.stores));
          const claimed = events || due ? await next() : [];
          // The first events may have no subscribers; those after them need not wait for the next poll.
          if (claimed.length > 0 || !isMore) return claimed;
        }
      },
      work: ({ id, is_interrupted: isInterrupted }, signal) =>
        isInterrupted
          ? failDelivery(domain, id, { isInterrupted })
          : attemptDelivery(domain, id, { signal }),
      onFail({ id }, error, report) {
        report(error);
        return failDelivery(domain, id);
      },
    },
    rounds: [[SWEEP_MS, ({ now }) => sweepEvents(db, new Date(now.getTime() - KEPT_MS))]],
  });
}
