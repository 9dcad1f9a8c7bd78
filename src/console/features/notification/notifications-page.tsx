import { Button, Group, Stack } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { paths } from '#console/modules/paths.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TableSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { NextPage } from '#console/ui/list/next-page.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { Page } from '#console/ui/page/page.tsx';
import { NOTIFICATION_DAYS } from '#core/limits.ts';
import { useListNotificationsInfinite } from '#generated/api/notification/notification.ts';
import classes from './notification.module.css';
import { NotificationList } from './notification-list.tsx';
import { useNotificationActions } from './use-notifications.ts';

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
] as const;

/** `/notifications`: everything that the person was told. */
export function NotificationsPage() {
  const [show, setShow] = useQueryParam('show');
  const isUnread = show === 'unread';
  const list = useListNotificationsInfinite(isUnread ? { unread: true } : undefined, {
    query: { ...paged, staleTime: 0 },
  });
  const rows = flatten(list.data);
  const { readAll, isReading } = useNotificationActions();
  return (
    <Page
      title="Notifications"
      width="form"
      actions={
        <Button
          variant="default"
          loading={isReading}
          disabled={rows.every(({ is_read }) => is_read)}
          onClick={() => readAll(rows[0])}
        >
          Mark all as read
        </Button>
      }
    >
      <Group justify="space-between">
        <Segmented
          label="Show"
          items={FILTERS}
          value={isUnread ? 'unread' : 'all'}
          onChange={(value) => setShow(value === 'unread' ? value : null)}
        />
        <LinkButton variant="subtle" to={paths.notificationSettings()}>
          Settings
        </LinkButton>
      </Group>
      <Stack gap="md" mt="md">
        {list.isPending && <TableSkeleton rows={5} columns={1} />}
        {list.error && !list.data && (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        )}
        {list.data && rows.length === 0 && (
          <EmptyState
            icon={<IconBell />}
            title={isUnread ? "You're all caught up" : 'No notifications yet'}
          >
            Invitations, role changes, finished evaluations and problems appear here for{' '}
            {NOTIFICATION_DAYS} days.
          </EmptyState>
        )}
        {rows.length > 0 && (
          <div className={classes.box}>
            <NotificationList notifications={rows} />
          </div>
        )}
        <NextPage query={list} />
      </Stack>
    </Page>
  );
}
