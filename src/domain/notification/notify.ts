import { newId } from '#core/ids.ts';
import { preferencesOf } from '#core/notification/kinds.ts';
import type { Stores } from '../stores.ts';
import { EVENTS, type Facts, type NotificationEvent } from './describe.ts';
import type { NotificationRow } from './notification.tables.ts';

/** Something that people are told. */
export interface News {
  event: NotificationEvent;
  facts: Facts;
  /** What it is about. It replaces an unread notification about the same. */
  ref: string;
  path?: string | null;
}

/** Facts are names. They are cut, so that nobody fills the inboxes of others. */
const FACT_MAX = 200;

/**
 * Tells people that something has happened, each as they prefer. Call it in the transaction of what has happened: if
 * that is rolled back, nobody is told.
 */
export async function notify(
  { notification }: Pick<Stores, 'notification'>,
  userIds: readonly string[],
  { event, facts, ref, path = null }: News,
): Promise<void> {
  if (userIds.length === 0) return;
  const { kind } = EVENTS[event];
  const who = { user_id: { in: userIds } };
  const settings = await notification.settings.list({ where: who, order: ['user_id'] });
  const changed = new Map(settings.map((one) => [one.user_id, one.preferences]));
  const now = new Date().toISOString();
  const short = Object.entries(facts).map(([name, text]) => [name, text.slice(0, FACT_MAX)]);
  const rows = userIds.flatMap((user_id): NotificationRow[] => {
    const { in_app, email } = preferencesOf(changed.get(user_id) ?? []).get(kind) ?? {};
    if (!in_app && !email) return [];
    return [
      {
        id: newId('notification'),
        user_id,
        kind,
        event,
        facts: Object.fromEntries(short),
        ref,
        path,
        in_app: in_app === true,
        is_read: false,
        mail_at: email ? now : null,
        created_at: now,
      },
    ];
  });
  await notification.notifications.delete({ ...who, ref, is_read: false });
  if (rows.length > 0) await notification.notifications.insert(rows);
}
