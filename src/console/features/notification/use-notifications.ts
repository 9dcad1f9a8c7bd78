import {
  useDeleteNotification,
  useReadNotifications,
  useUpdateNotification,
} from '#generated/api/notification/notification.ts';
import type { Notification } from '#generated/model/index.ts';

/** What one can do with notifications. Each refreshes the lists and the number in the navbar. */
export function useNotificationActions() {
  const read = useReadNotifications();
  const update = useUpdateNotification();
  const remove = useDeleteNotification();
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
