import { firstIdAt } from '#core/ids.ts';
import { DAY_MS, NOTIFICATION_DAYS, NOTIFICATIONS_MAX } from '#core/limits.ts';
import type { Domain } from '../domain.ts';

/** Rows and people per statement. On the embedded database, all other queries wait for it. */
const BATCH = 200;

/** Deletes notifications that are old, and the oldest ones of people who have too many. */
export async function sweepNotifications(
  { stores: { notification } }: Pick<Domain, 'stores'>,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<void> {
  const { notifications } = notification;
  const before = firstIdAt('notification', now.getTime() - NOTIFICATION_DAYS * DAY_MS);
  while (!signal.aborted) {
    const where = { id: { lt: before } };
    const rows = await notifications.list({ where, order: ['id'], limit: BATCH });
    if (rows.length === 0) break;
    await notifications.delete({ id: { in: rows.map(({ id }) => id) } });
  }
  while (!signal.aborted) {
    const people = await notification.overfull(NOTIFICATIONS_MAX, BATCH);
    for (const { user_id, last } of people)
      await notifications.delete({ user_id, id: { lt: `${last} ` } });
    if (people.length < BATCH) return;
  }
}
