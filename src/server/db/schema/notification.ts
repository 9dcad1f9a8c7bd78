/** What people are told about, and how they want to be told. */
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import type { Facts, NotificationEvent } from '#domain/notification/describe.ts';
import type { NotificationKind, NotificationPreference } from '#generated/model/index.ts';
import { at, jsonb } from '../columns.ts';
import { user } from './user.ts';

export const notification = pgTable(
  'notification',
  {
    id: text('id').primaryKey(),
    /** Not a foreign key: a change of somebody's role must not fail because they are being deleted. */
    user_id: text('user_id').notNull(),
    kind: text('kind').$type<NotificationKind>().notNull(),
    event: text('event').$type<NotificationEvent>().notNull(),
    facts: jsonb<Facts>('facts').notNull(),
    ref: text('ref').notNull(),
    path: text('path'),
    in_app: boolean('in_app').notNull(),
    is_read: boolean('is_read').notNull(),
    mail_at: at('mail_at'),
    created_at: at('created_at').notNull(),
  },
  (t) => [
    index('notification_user').on(t.user_id, t.id),
    index('notification_due').on(t.mail_at).where(sql`${t.mail_at} is not null`),
  ],
);

export const notificationSetting = pgTable('notification_setting', {
  user_id: text('user_id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  preferences: jsonb<NotificationPreference[]>('preferences').notNull(),
  mailed_at: at('mailed_at'),
});
