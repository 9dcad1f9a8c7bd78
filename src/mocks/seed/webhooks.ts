import { DAY_MS } from '#core/limits.ts';
import type { RunRow } from '#domain/run/run.tables.ts';
import { toRun } from '#domain/run/to-run.ts';
import type { WebhookDeliveryRow, WebhookRow } from '#domain/webhook/webhook.tables.ts';
import { sealWebhookSecret } from '#domain/webhook/webhook-secret.ts';
import {
  getWebhookDeliveryMock,
  getWebhookEventMock,
  getWebhookMock,
} from '#generated/model/index.faker.ts';
import { seedRow } from '../memory/seed-row.ts';
import { MOCK_SECRETS } from '../secrets.ts';
import { type StoreData, timestamp } from '../store.ts';
import { attemptOf } from '../webhook/pretend-post.ts';
import { PROJECT_ID, seedId } from './ids.ts';

/** One working webhook with a delivery log, and one that was disabled after failing for too long. */
export function seedWebhooks(data: StoreData, now: number): void {
  const owner = Object.values(data.tables.user)[0];
  const crm = seedRow('webhook', getWebhookMock, {
    id: seedId('webhook', 1),
    project_id: PROJECT_ID,
    name: 'CRM',
    url: 'https://crm.example.com/hooks',
    events: ['run.succeeded', 'run.failed'],
    all_tasks: false,
    secret: sealWebhookSecret(MOCK_SECRETS, 'https://crm.example.com', 'whsec_mock'),
    created_by_id: owner?.id ?? '',
    created_by_name: owner?.name ?? '',
    created_at: timestamp(now - 30 * DAY_MS),
  });
  const alerts: WebhookRow = {
    ...crm,
    id: seedId('webhook', 2),
    name: 'On-call alerts',
    url: 'https://alerts.example.com/fail',
    secret: sealWebhookSecret(MOCK_SECRETS, 'https://alerts.example.com', 'whsec_mock'),
    events: ['run.failed', 'task.contract_changed'],
    all_tasks: true,
    status: 'disabled',
    failures: 31,
    failing_since: timestamp(now - 2 * DAY_MS),
  };
  const { tables } = data;
  tables.webhook = { [crm.id]: crm, [alerts.id]: alerts };
  const [task] = Object.values(tables.task);
  if (!task) return;
  tables.task_webhook[task.id] = { task_id: task.id, webhook_id: crm.id };
  const ended = Object.values(tables.run).filter(
    (run) => run.task_id === task.id && /^(succeeded|failed)$/.test(run.status),
  );
  const endOf = (run: RunRow) => run.ended_at ?? run.created_at;
  ended.sort((a, b) => Date.parse(endOf(a)) - Date.parse(endOf(b)));
  for (const [index, run] of ended.slice(-12).entries()) {
    const delivery = seedDelivery(data, crm, run, index + 1, endOf(run));
    crm.last_delivered_at = delivery.ended_at;
  }
}

/** A run that ended, delivered at the first attempt. */
function seedDelivery(
  { tables }: StoreData,
  webhook: WebhookRow,
  run: RunRow,
  index: number,
  at: string,
): WebhookDeliveryRow {
  const eventId = seedId('event', index);
  const { project_id } = webhook;
  const type = `run.${run.status}`;
  const delivery = seedRow('webhook_delivery', getWebhookDeliveryMock, {
    id: seedId('delivery', index),
    webhook_id: webhook.id,
    event_id: eventId,
    status: 'succeeded',
    attempts: 1,
    log: [attemptOf(webhook.url, eventId, at)],
    created_at: at,
    ended_at: at,
  });
  tables.webhook_delivery[delivery.id] = delivery;
  tables.webhook_event[eventId] = seedRow('webhook_event', getWebhookEventMock, {
    id: eventId,
    project_id,
    type,
    task_id: run.task_id,
    run_id: run.id,
    body: JSON.stringify({ id: eventId, type, timestamp: at, project_id, run: toRun(run) }),
    is_spread: true,
    created_at: at,
  });
  return delivery;
}
