import type { StoreOf } from '../table.ts';
import type { NOTIFICATION_TABLES } from './notification.tables.ts';

export interface NotificationStore extends StoreOf<typeof NOTIFICATION_TABLES> {
  /** People with more notifications than this, and the newest one that is too many of each. */
  overfull(max: number, limit: number): Promise<{ user_id: string; last: string }[]>;
  /** People who have emails due at this time and were not sent one since the other. */
  dueForMail(now: string, since: string, limit: number): Promise<string[]>;
}
