import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { paths } from '#console/modules/paths.ts';
import { RenameInput } from '#console/ui/form/rename-input.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import type { Chat } from '#generated/model/index.ts';
import { UNTITLED, useChatActions } from '../use-chat-actions.ts';
import classes from './header.module.css';

/** The name of the chat, which can be edited in place. */
export function ChatTitle({ chat }: { chat: Chat }) {
  const actions = useChatActions();
  const [renaming, setRenaming] = useState(false);
  const title = chat.title || UNTITLED;
  return (
    <div className={classes.heading}>
      <BackToChats projectId={chat.project_id} />
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
        <h1 className={classes.title} title={title}>
          {chat.permissions.includes('edit') ? (
            <button
              type="button"
              className={classes.rename}
              onClick={() => setRenaming(true)}
              title={`${title}: rename`}
            >
              {title}
            </button>
          ) : (
            title
          )}
        </h1>
      )}
    </div>
  );
}

/** On narrow screens, where the history isn't beside the chat. */
export function BackToChats({ projectId }: { projectId: string }) {
  return (
    <ActionIcon
      component={Link}
      to={paths.chats(projectId)}
      variant="subtle"
      className={classes.back ?? ''}
      aria-label="All chats"
    >
      <IconArrowLeft />
    </ActionIcon>
  );
}
