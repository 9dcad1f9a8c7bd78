import type { NotificationKind, NotificationPreference } from '#generated/model/index.ts';
import type { Table } from '../table.ts';
import type { Facts, NotificationEvent } from './describe.ts';

/** What someone is told. The texts are written when it is read, so only their facts are stored. */
export interface NotificationRow {
  id: string;
  user_id: string;
  kind: NotificationKind;
  event: NotificationEvent;
  facts: Facts;
  /** What it is about. A newer notification replaces an unread one about the same. */
  ref: string;
  /** The path of the page in the console; null if there is none, or if it is only known when it is shown. */
  path: string | null;
  /** False if it is only sent by email. */
  in_app: boolean;
  is_read: boolean;
  /** When it may be sent by email: after a while, so that several are sent together. Null if it isn't, or was. */
  mail_at: string | null;
  created_at: string;
}

/** How someone is notified. People who never changed anything have none. */
export interface NotificationSettingRow {
  user_id: string;
  preferences: NotificationPreference[];
  /** When they were last sent an email. */
  mailed_at: string | null;
}

export interface NotificationStore {
  notifications: Table<NotificationRow>;
  settings: Table<NotificationSettingRow>;
  /** People with more notifications than this, and the newest one that is too many of each. */
  overfull(max: number, limit: number): Promise<{ user_id: string; last: string }[]>;
  /** People who have emails due at this time and were not sent one since the other. */
  dueForMail(now: string, since: string, limit: number): Promise<string[]>;
}
