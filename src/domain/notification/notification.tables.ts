import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import type { NotificationKind, NotificationPreference } from '#generated/model/index.ts';
import { at, cascade, isSet, jsonb } from '../columns.ts';
import type { StoreTables } from '../table.ts';
import { user } from '../user/user.tables.ts';
import type { Facts, NotificationEvent } from './describe.ts';

/** What someone is told. The texts are written when it is read, so only their facts are stored. */
export const notification = pgTable(
  'notification',
  {
    id: text().primaryKey(),
    /** Not a foreign key: a change of somebody's role must not fail because they are being deleted. */
    user_id: text().notNull(),
    kind: text().$type<NotificationKind>().notNull(),
    event: text().$type<NotificationEvent>().notNull(),
    facts: jsonb<Facts>().notNull(),
    /** What it is about. A newer notification replaces an unread one about the same. */
    ref: text().notNull(),
    /** The path of the page in the console; null if there is none, or if it is only known when it is shown. */
    path: text(),
    /** False if it is only sent by email. */
    in_app: boolean().notNull(),
    is_read: boolean().notNull(),
    /** When it may be sent by email: after a while, so that several are sent together. Null if it isn't, or was. */
    mail_at: at(),
    created_at: at().notNull(),
  },
  (t) => [
    index('notification_user').on(t.user_id, t.id),
    index('notification_due').on(t.mail_at).where(isSet(t.mail_at)),
  ],
);
export type NotificationRow = typeof notification.$inferSelect;

/** How someone is notified. People who never changed anything have none. */
export const notificationSetting = pgTable('notification_setting', {
  user_id: text()
    .primaryKey()
    .references(() => user.id, cascade),
  preferences: jsonb<NotificationPreference[]>().notNull(),
  /** When they were last sent an email. */
  mailed_at: at(),
});

export const NOTIFICATION_TABLES = {
  notifications: { table: notification },
  settings: { table: notificationSetting },
} satisfies StoreTables;
