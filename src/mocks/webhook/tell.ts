import { newId } from '#core/ids.ts';
import type {
  WebhookAttempt,
  WebhookContractChanged,
  WebhookDeliveryDetail,
  WebhookEvent,
  WebhookEventType,
  WebhookRevisionActivated,
  WebhookRunFailed,
  WebhookRunSucceeded,
  WebhookTest,
} from '#generated/model/index.ts';
import type { Store, StoredWebhook } from '../store.ts';
import { timestamp } from '../store.ts';

type Bare<E> = Omit<E, 'id' | 'timestamp' | 'project_id'>;
/** An event before it has an id. */
export type BareEvent =
  | Bare<WebhookRunSucceeded>
  | Bare<WebhookRunFailed>
  | Bare<WebhookRevisionActivated>
  | Bare<WebhookContractChanged>
  | Bare<WebhookTest>;

/** Nothing is sent: a webhook whose address has this in it answers 500, every other one 200. */
const FAILING = /fail/;

/** Tells the webhooks of a project that something happened to a task. */
export function tellWebhooks(
  store: Store,
  place: { projectId: string; taskId: string },
  bare: BareEvent,
): void {
  const event = stamp(place.projectId, bare);
  for (const webhook of Object.values(store.data.webhooks)) {
    const isMeant = webhook.all_tasks || store.data.taskWebhooks[place.taskId] === webhook.id;
    const isWanted =
      webhook.project_id === place.projectId &&
      webhook.status === 'active' &&
      webhook.events.includes(event.type as WebhookEventType);
    if (isMeant && isWanted) deliver(store, webhook, event, { taskId: place.taskId });
  }
}

export function stamp(
  projectId: string,
  bare: BareEvent,
  { id, at }: { id: string; at: string } = { id: newId('event'), at: timestamp() },
): WebhookEvent {
  return { id, timestamp: at, project_id: projectId, ...bare } as never;
}

/** Pretends to send an event, and keeps what came of it. */
export function deliver(
  store: Store,
  webhook: StoredWebhook,
  event: WebhookEvent,
  {
    taskId = null,
    isOnlyOne = false,
    id = newId('delivery'),
    at = timestamp(),
  }: { taskId?: string | null; isOnlyOne?: boolean; id?: string; at?: string } = {},
): WebhookDeliveryDetail {
  const attempt = attemptOf(webhook, event, at);
  const isAccepted = attempt.error === null;
  const isOver = isAccepted || isOnlyOne;
  const detail: WebhookDeliveryDetail = {
    delivery: {
      id,
      event_id: event.id,
      type: event.type,
      status: isAccepted ? 'succeeded' : isOnlyOne ? 'failed' : 'pending',
      attempts: 1,
      response_status: attempt.response_status,
      error: attempt.error,
      task_id: taskId,
      created_at: at,
      next_attempt_at: isOver ? null : timestamp(Date.parse(at) + 5000),
      ended_at: isOver ? at : null,
    },
    event,
    log: [attempt],
  };
  store.data.deliveries[detail.delivery.id] = { webhook_id: webhook.id, ...detail };
  if (isAccepted) {
    webhook.failures = 0;
    webhook.failing_since = null;
    webhook.last_delivered_at = at;
  } else if (!isOnlyOne) {
    webhook.failures += 1;
    webhook.failing_since ??= at;
  }
  return structuredClone(detail);
}

function attemptOf(webhook: StoredWebhook, event: WebhookEvent, at: string): WebhookAttempt {
  const status = FAILING.test(webhook.url) ? 500 : 200;
  return {
    at,
    duration_ms: 84,
    url: webhook.url,
    request_headers: {
      'content-type': 'application/json',
      'user-agent': 'Taskloom-Webhooks/1',
      'webhook-id': event.id,
      'webhook-timestamp': String(Math.floor(Date.parse(at) / 1000)),
      'webhook-signature': 'v1,bm90IHNpZ25lZCBieSB0aGUgbW9ja3M=',
    },
    response_status: status,
    response_headers: { 'content-type': 'text/plain' },
    response_body: status === 200 ? 'ok' : 'Internal Server Error',
    error: status === 200 ? null : `The answer was ${status}.`,
  };
}
