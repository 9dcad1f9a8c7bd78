import { sql } from 'drizzle-orm';
import type { NotificationStore } from '#domain/notification/notification.store.ts';
import type { MethodsOf } from '#domain/stores.ts';
import type { Db, Tx } from '../../db/client.ts';

export function notificationMethods(db: Db | Tx): MethodsOf<NotificationStore> {
  return {
    async overfull(max, limit) {
      const { rows } = await db.execute<{ user_id: string; last: string }>(sql`
        with full_ones as (
          select user_id from notification group by user_id having count(*) > ${max} limit ${limit})
        select user_id, (select id from notification where notification.user_id = full_ones.user_id
          order by id desc offset ${max} limit 1) as last
        from full_ones`);
      return rows;
    },
    async dueForMail(now, since, limit) {
      const { rows } = await db.execute<{ user_id: string }>(sql`
        select notification.user_id from notification
        left join notification_setting as setting on setting.user_id = notification.user_id
        where mail_at <= ${now}::timestamptz
          and (setting.mailed_at is null or setting.mailed_at <= ${since}::timestamptz)
        group by notification.user_id order by min(mail_at) limit ${limit}`);
      return rows.map(({ user_id }) => user_id);
    },
  };
}
