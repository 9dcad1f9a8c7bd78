import {
  IconCircleCheck,
  IconCoins,
  IconMail,
  IconMailOpened,
  IconShare,
  IconTrash,
  IconUser,
  IconUserPlus,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { RelativeTime } from '#console/ui/display/time.tsx';
import { IconButton } from '#console/ui/form/icon-button.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import type { Notification, NotificationKind } from '#generated/model/index.ts';
import classes from './notification.module.css';
import { useNotificationActions } from './use-notifications.ts';

const ICONS: Readonly<Record<NotificationKind, ReactNode>> = {
  invitation: <IconMail />,
  role: <IconUsers />,
  join: <IconUserPlus />,
  share: <IconShare />,
  webhook: <IconWebhook />,
  evaluation: <IconCircleCheck />,
  balance: <IconCoins />,
  account: <IconUser />,
};

type NotificationListProps = {
  notifications: readonly Notification[];
  /** Called when one is opened. */
  onOpen?: () => void;
};

/** Notifications with their links. Opening one marks it as read. */
export function NotificationList({ notifications, onOpen }: NotificationListProps) {
  const actions = useNotificationActions();
  return (
    <ul className={classes.list}>
      {notifications.map((one) => (
        <li key={one.id} className={classes.row} data-unread={!one.is_read || undefined}>
          <span className={classes.icon} aria-hidden>
            {ICONS[one.kind]}
          </span>
          <div className={classes.text}>
            <Title
              notification={one}
              onOpen={() => {
                if (!one.is_read) actions.setRead(one, true);
                onOpen?.();
              }}
            />
            {one.detail && <div className={classes.detail}>{one.detail}</div>}
            <div className={classes.detail}>
              <RelativeTime value={one.created_at} />
            </div>
          </div>
          <div className={classes.actions}>
            <Action
              label={one.is_read ? 'Mark as unread' : 'Mark as read'}
              about={one}
              icon={one.is_read ? <IconMail /> : <IconMailOpened />}
              onClick={() => actions.setRead(one, !one.is_read)}
            />
            <Action
              label="Delete"
              about={one}
              icon={<IconTrash />}
              onClick={() => actions.remove(one)}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Title({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const { title, path, is_read } = notification;
  const shown = (
    <>
      {!is_read && <span className="tl-sr-only">Unread: </span>}
      {title}
    </>
  );
  if (path === null) return <div className={classes.title}>{shown}</div>;
  return (
    <Link to={path} className={classes.title} onClick={onOpen}>
      {shown}
    </Link>
  );
}

type ActionProps = { label: string; about: Notification; icon: ReactNode; onClick: () => void };

function Action({ label, about, icon, onClick }: ActionProps) {
  return (
    <IconButton label={`${label}: ${about.title}`} tip={label} onClick={onClick}>
      {icon}
    </IconButton>
  );
}
