import type { NotificationStore } from '#domain/notification/notification.store.ts';
import type { MethodsOf } from '#domain/stores.ts';
import type { Store } from '../store.ts';

export function notificationMethods(store: Store): MethodsOf<NotificationStore> {
  const byPerson = () =>
    Map.groupBy(Object.values(store.data.tables.notification), ({ user_id }) => user_id);
  return {
    async overfull(max, limit) {
      return [...byPerson()]
        .filter(([, rows]) => rows.length > max)
        .slice(0, limit)
        .map(([user_id, rows]) => {
          const ids = rows.map(({ id }) => id).sort();
          return { user_id, last: ids.at(-max - 1) ?? '' };
        });
    },
    async dueForMail(now, since, limit) {
      const { notification_setting: settings } = store.data.tables;
      return [...byPerson()]
        .filter(([, rows]) => rows.some(({ mail_at }) => mail_at !== null && mail_at <= now))
        .map(([userId]) => userId)
        .filter((userId) => (settings[userId]?.mailed_at ?? '') <= since)
        .slice(0, limit);
    },
  };
}
