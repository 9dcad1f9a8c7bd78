import { Button, Popover } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { flatten, paged } from '#console/api/query/paging.ts';
import { paths } from '#console/modules/paths.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TableSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { useReturnFocus } from '#console/ui/keyboard/use-return-focus.ts';
import { MenuAnchor } from '#console/ui/menu/menu-anchor.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import { useListNotificationsInfinite } from '#generated/api/notification/notification.ts';
import classes from './notification.module.css';
import { NotificationList } from './notification-list.tsx';
import { useNotificationActions } from './use-notifications.ts';

const FOOT = [
  { label: 'Show all', to: paths.notifications() },
  { label: 'Settings', to: paths.notificationSettings() },
];

/** The newest notifications, beside the bell. */
export function NotificationPanel({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const list = useListNotificationsInfinite(undefined, {
    query: { ...paged, staleTime: 0, meta: { silent: true } },
  });
  const rows = flatten(list.data);
  const { readAll, isReading } = useNotificationActions();
  return (
    <Popover
      opened
      onDismiss={onClose}
      onClose={onClose}
      // On phones, beside the drawer there is no room.
      position={isNarrow ? 'top-start' : 'right-end'}
      width="min(400px, calc(100vw - 16px))"
      trapFocus
      withRoles={false}
    >
      <Popover.Target>
        <MenuAnchor />
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} role="dialog" aria-label="Notifications">
        <div className={classes.head}>
          Notifications
          <Button
            variant="subtle"
            size="xs"
            loading={isReading}
            disabled={rows.every(({ is_read }) => is_read)}
            onClick={() => readAll(rows[0])}
          >
            Mark all as read
          </Button>
        </div>
        <div className={classes.scroll}>
          {list.isPending && <TableSkeleton rows={3} columns={1} />}
          {list.error && !list.data && (
            <ErrorState error={list.error} onRetry={() => void list.refetch()} />
          )}
          {list.data && rows.length === 0 && (
            <EmptyState title="You're all caught up">
              Invitations, role changes and finished evaluations appear here.
            </EmptyState>
          )}
          <NotificationList notifications={rows} onOpen={onClose} />
        </div>
        <div className={classes.foot}>
          {FOOT.map(({ label, to }) => (
            <Button key={to} variant="subtle" size="xs" component={Link} to={to} onClick={onClose}>
              {label}
            </Button>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
