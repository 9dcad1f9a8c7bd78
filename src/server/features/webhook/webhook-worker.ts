import type { Domain } from '#domain/domain.ts';
import { spreadEvents } from '#domain/webhook/webhook-event.service.ts';
import { attemptDelivery } from '#domain/webhook/webhook-sender.ts';
import type { Db } from '../../db/client.ts';
import { claimDue, hasWork, sweepEvents } from './webhook.repository.ts';
import { ATTEMPT_TIMEOUT_MS } from './webhook-post.ts';

const POLL_MS = 1000;
const SWEEP_MS = 3_600_000;
const KEPT_MS = 30 * 24 * 3_600_000;
const MAX_UNDER_WAY = 32;
const PER_WEBHOOK = 4;

export interface WorkerDeps {
  db: Db;
  domain: Domain;
  report: (error: unknown) => void;
  pollMs?: number | undefined;
}

/**
 * Sends what is due. The queue is a table, so nothing is lost with a process, and any number of them may work on it:
 * what one has taken, no other takes until it must be dead.
 */
export function createWebhookWorker({ db, domain, report, pollMs = POLL_MS }: WorkerDeps) {
  const underWay = new Map<string, { webhookId: string; done: Promise<void> }>();
  const stop = new AbortController();
  let current: Promise<void> | undefined;
  let isKicked = false;
  let sweptAt = Date.now();

  async function send(): Promise<void> {
    const counts = Map.groupBy(underWay.values(), ({ webhookId }) => webhookId);
    const busy = [...counts].filter(([, list]) => list.length >= PER_WEBHOOK).map(([id]) => id);
    const limit = MAX_UNDER_WAY - underWay.size;
    if (limit <= 0) return;
    const lockSeconds = (ATTEMPT_TIMEOUT_MS / 1000) * 4;
    const claimed = await claimDue(db, { limit, perWebhook: PER_WEBHOOK, busy, lockSeconds });
    for (const { id, webhook_id: webhookId } of claimed) {
      const done = attemptDelivery(domain, id, { signal: stop.signal })
        .catch((error: unknown) => {
          if (!stop.signal.aborted) report(error);
        })
        .finally(() => {
          underWay.delete(id);
          kick();
        });
      underWay.set(id, { webhookId, done });
    }
  }

  async function work(): Promise<void> {
    const todo = await hasWork(db);
    if (todo.events) await spreadEvents(domain.stores);
    if (todo.events || todo.due) await send();
    if (Date.now() - sweptAt < SWEEP_MS) return;
    sweptAt = Date.now();
    await sweepEvents(db, new Date(sweptAt - KEPT_MS));
  }

  /** Works now, and once more if something came meanwhile. */
  function kick(): void {
    if (stop.signal.aborted) return;
    if (current) {
      isKicked = true;
      return;
    }
    current = work()
      .catch(report)
      .finally(() => {
        current = undefined;
        if (isKicked) {
          isKicked = false;
          kick();
        }
      });
  }

  const timer = setInterval(kick, pollMs);
  timer.unref();

  return {
    kick,
    /** Takes no more; what is being sent is cut off and sent again by whoever comes next. */
    async close(): Promise<void> {
      clearInterval(timer);
      stop.abort();
      await current;
      await Promise.all([...underWay.values()].map(({ done }) => done));
    },
  };
}
