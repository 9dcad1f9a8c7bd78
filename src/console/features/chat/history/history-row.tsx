import { ActionIcon } from '@mantine/core';
import {
  IconDots,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconRestore,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import { paths } from '#console/modules/paths.ts';
import { IconButton } from '#console/ui/form/icon-button.tsx';
import { RenameInput } from '#console/ui/form/rename-input.tsx';
import type { ItemPlace } from '#console/ui/list/long-list-props.ts';
import type { MenuAction } from '#console/ui/menu/menu-action.ts';
import { RowMenuButton } from '#console/ui/menu/row-menu-button.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import type { Chat } from '#generated/model/index.ts';
import { UNTITLED, useChatActions } from '../use-chat-actions.ts';
import classes from './history.module.css';

interface HistoryRowProps {
  chat: Chat;
  isCurrent: boolean;
  place: ItemPlace;
}

/** A chat in the history. */
export function HistoryRow({ chat, isCurrent, place }: HistoryRowProps) {
  const { project_id, permissions, deleted_at, pinned } = chat;
  const actions = useChatActions();
  const [renaming, setRenaming] = useState(false);
  const title = chat.title || UNTITLED;
  const can = (name: 'edit' | 'delete') =>
    permissions.includes(name) ? null : `You can't ${name} this chat`;

  if (deleted_at !== null) {
    return (
      <li {...place} className={classes.row}>
        <span className={classes.deleted}>{title}</span>
        <IconButton
          label={`Restore ${title}`}
          tip="Restore"
          variant="subtle"
          onClick={() => void actions.restore(chat)}
        >
          <IconRestore />
        </IconButton>
      </li>
    );
  }
  const menu: MenuAction[] = [
    {
      label: 'Rename',
      icon: <IconPencil />,
      disabled: can('edit'),
      onClick: () => setRenaming(true),
    },
    {
      label: pinned ? 'Unpin' : 'Pin',
      icon: pinned ? <IconPinnedOff /> : <IconPin />,
      onClick: () => void actions.pin(chat),
    },
    {
      label: 'Delete',
      icon: <IconTrash />,
      danger: true,
      disabled: can('delete'),
      onClick: () => void actions.remove(chat, isCurrent),
    },
  ];
  return (
    <li {...place} className={classes.row} data-current={isCurrent || undefined}>
      {renaming ? (
        <RenameInput
          name={title}
          onSave={async (name) => {
            await actions.rename(chat, name);
            return null;
          }}
          onEnd={() => setRenaming(false)}
        />
      ) : (
        <>
          <Link
            to={paths.chat(project_id, chat.id)}
            className={classes.link}
            aria-current={isCurrent ? 'page' : undefined}
            title={title}
          >
            {title}
          </Link>
          {chat.audience !== 'private' && (
            <IconUsers aria-label="Shared" className={classes.mark} />
          )}
          <span className="tl-on-hover">
            <RowMenuButton label={title} actions={menu}>
              <ActionIcon variant="subtle" aria-label={`Actions for ${title}`}>
                <IconDots />
              </ActionIcon>
            </RowMenuButton>
          </span>
        </>
      )}
    </li>
  );
}
