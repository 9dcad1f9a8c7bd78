import type { Run } from '#generated/model/index.ts';
import type { Db } from '../../db/client.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { WebhookRow } from './webhook.repository.ts';
import { createWebhookService } from './webhook.service.ts';
import { createDeliveryService, createEventBodies } from './webhook-delivery.service.ts';
import { createWebhookSender } from './webhook-sender.ts';
import { createWebhookWorker } from './webhook-worker.ts';

export interface WebhooksDeps {
  db: Db;
  secrets: Secrets;
  outbound: Outbound;
  getRun: (projectId: string, runId: string) => Promise<Run>;
  /** Called when a webhook was disabled, to tell people. */
  onDisabled?: (webhook: WebhookRow) => Promise<void>;
  /** Where failures that no request waits for are reported. */
  report: (error: unknown) => void;
  /** Shorter waits, in tests. */
  retriesMs?: readonly number[];
  pollMs?: number;
}

/** All that webhooks need, put together; it begins to send at once. */
export function createWebhooks(deps: WebhooksDeps) {
  const { db, secrets, outbound, getRun, report, onDisabled, retriesMs, pollMs } = deps;
  const bodies = createEventBodies(db, getRun);
  const sender = createWebhookSender({ db, secrets, outbound, bodies, onDisabled, retriesMs });
  const worker = createWebhookWorker({ db, sender, report, pollMs });
  return {
    service: createWebhookService({ db, secrets, outbound }),
    deliveries: createDeliveryService({ db, sender, bodies, onNew: worker.kick }),
    worker,
    close: worker.close,
  };
}
