import { Avatar } from '@mantine/core';
import type { MemberUser } from '#generated/model/index.ts';
import classes from './member.module.css';

/** Someone's picture, name and address. */
export function PersonCell({ user, note }: { user: MemberUser; note?: string | undefined }) {
  return (
    <span className={classes.person}>
      <Avatar src={user.avatar_url} name={user.name} size={24} radius="xl" alt="" aria-hidden />
      <span className={classes.names}>
        <span className="tl-truncate">
          {user.name}
          {note && <span className={classes.note}> {note}</span>}
        </span>
        <span className={classes.email}>{user.email}</span>
      </span>
    </span>
  );
}
