import type { OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { userOf } from '../principal.ts';
import { createNotificationService } from './notification.service.ts';

/** The operations of notifications. Each person has only their own. */
export function notificationOperations(domain: Domain): OperationsOf<'notification'> {
  const notifications = createNotificationService(domain);
  return {
    listNotifications: (call) => notifications.list(userOf(call).userId, call.query),
    getNotificationCount: (call) => notifications.count(userOf(call).userId),
    readNotifications: (call) => notifications.readAll(userOf(call).userId, call.body.up_to),
    updateNotification: ({ rows, body }) => notifications.update(rows.notification, body.is_read),
    deleteNotification: ({ rows }) => notifications.delete(rows.notification),
    getNotificationPreferences: (call) => notifications.preferences(userOf(call).userId),
    updateNotificationPreferences: (call) =>
      notifications.updatePreferences(userOf(call).userId, call.body.preferences),
    unsubscribeFromEmails: ({ body }) => notifications.unsubscribe(body.token),
  };
}
