import { IconBell } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { useDisclosure } from '#console/ui/menu/use-disclosure.ts';
import { onDemand } from '#console/ui/on-demand.tsx';
import {
  getListNotificationsInfiniteQueryKey,
  useGetNotificationCount,
} from '#generated/api/notification/notification.ts';
import classes from './notification.module.css';

const load = () => import('./notification-panel.tsx');
const NotificationPanel = onDemand(load, 'NotificationPanel');

/** How often (ms) a visible page asks for the number of unread notifications. */
const EVERY_MS = 20_000;
const SHOWN_MAX = 99;

type NotificationBellProps = {
  collapsed: boolean;
  /** Classes of the navbar's items and labels. */
  item: string | undefined;
  label: string | undefined;
};

/** The bell in the navbar with the number of unread notifications. It opens the newest ones. */
export function NotificationBell({ collapsed, item, label }: NotificationBellProps) {
  const { opened, close, button } = useDisclosure('dialog');
  const client = useQueryClient();
  const { data } = useGetNotificationCount({
    query: {
      staleTime: EVERY_MS / 2,
      refetchInterval: EVERY_MS,
      refetchOnWindowFocus: true,
      meta: { silent: true },
    },
  });
  const unread = data?.unread ?? 0;
  const known = useRef(unread);
  // The lists on the screen show what has arrived.
  useEffect(() => {
    if (unread > known.current)
      void client.invalidateQueries({ queryKey: getListNotificationsInfiniteQueryKey() });
    known.current = unread;
  }, [unread, client]);
  const shown = unread > SHOWN_MAX ? `${SHOWN_MAX}+` : String(unread);
  return (
    <div className={classes.bell} data-collapsed={collapsed || undefined}>
      <Tooltip label="Notifications" position="right" disabled={!collapsed || opened}>
        <button type="button" className={item} {...button} onPointerEnter={load} onFocus={load}>
          <IconBell />
          <span className={collapsed ? 'tl-sr-only' : label}>Notifications</span>
          {unread > 0 && (
            <span className={classes.count}>
              {shown}
              <span className="tl-sr-only"> unread</span>
            </span>
          )}
        </button>
      </Tooltip>
      {opened && <NotificationPanel onClose={close} />}
    </div>
  );
}
