import { useQueryClient } from '@tanstack/react-query';
import {
  invalidateGetNotificationCount,
  invalidateListNotificationsInfinite,
  useDeleteNotification,
  useReadNotifications,
  useUpdateNotification,
} from '#generated/api/notification/notification.ts';
import type { Notification } from '#generated/model/index.ts';

/** What one can do with notifications. Each refreshes the lists and the number in the navbar. */
export function useNotificationActions() {
  const client = useQueryClient();
  const refresh = async () => {
    await Promise.all([
      invalidateListNotificationsInfinite(client),
      invalidateListNotificationsInfinite(client, { unread: true }),
      invalidateGetNotificationCount(client),
    ]);
  };
  const mutation = { onSettled: refresh };
  const read = useReadNotifications({ mutation });
  const update = useUpdateNotification({ mutation });
  const remove = useDeleteNotification({ mutation });
  return {
    isReading: read.isPending,
    /** Marks all as read that are not newer than those on the screen. */
    readAll: (newest: Notification | undefined) =>
      read.mutate({ data: newest ? { up_to: newest.id } : {} }),
    setRead: ({ id }: Notification, is_read: boolean) =>
      update.mutate({ notificationId: id, data: { is_read } }),
    remove: ({ id }: Notification) => remove.mutate({ notificationId: id }),
  };
}
