import { preferencesOf } from '#core/notification/kinds.ts';
import { EVENTS, type Facts, type NotificationEvent } from '#domain/notification/describe.ts';
import type { NotificationRow } from '#domain/notification/notification.tables.ts';
import { getNotificationMock } from '#generated/model/index.faker.ts';
import { seedRow } from '../memory/seed-row.ts';
import { ORG_ID, PROJECT_ID, seedId } from '../seed/ids.ts';
import { type StoreData, timestamp } from '../store.ts';

const HOUR = 3_600_000;

/** The owner's inbox: some unread, some read. */
export function seedNotifications({ tables }: StoreData, now: number): void {
  const evaluation = tables.evaluation[seedId('evaluation', 1)];
  const task = tables.task[evaluation?.task_id ?? ''];
  const webhook = tables.webhook[seedId('webhook', 2)];
  if (!evaluation || !task || !webhook) return;
  const { revision, dataset_name: dataset } = evaluation;
  const rows = [
    row(9, now - HOUR, 'webhook_disabled', {
      facts: { webhook: webhook.name },
      ref: `webhook ${webhook.id}`,
      path: `/projects/${PROJECT_ID}/settings/webhooks/${webhook.id}`,
      is_read: false,
    }),
    row(8, now - 48 * HOUR, 'evaluation_succeeded', {
      facts: { task: task.name, dataset, revision: String(revision) },
      ref: `evaluation ${evaluation.id}`,
      path: `/projects/${PROJECT_ID}/tasks/${task.id}?tab=evaluate&evaluation=${evaluation.id}`,
      is_read: false,
    }),
    row(7, now - 80 * HOUR, 'role_changed', {
      facts: { place: tables.org[ORG_ID]?.name ?? '', role: 'owner', by: 'Emil Noether' },
      ref: `role ${ORG_ID}`,
      path: `/orgs/${ORG_ID}/settings/people`,
      is_read: true,
    }),
  ];
  for (const one of rows) tables.notification[one.id] = one;
}

/** @param number the newest has the highest */
function row(
  number: number,
  at: number,
  event: NotificationEvent,
  rest: { facts: Facts; ref: string; path: string; is_read: boolean },
): NotificationRow {
  const { kind } = EVENTS[event];
  return seedRow('notification', getNotificationMock, {
    id: seedId('notification', number),
    user_id: seedId('user', 1),
    kind,
    event,
    in_app: preferencesOf([]).get(kind)?.in_app ?? true,
    created_at: timestamp(at),
    ...rest,
  });
}
