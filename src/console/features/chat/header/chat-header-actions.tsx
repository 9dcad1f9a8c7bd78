import { ActionIcon, Button } from '@mantine/core';
import {
  IconCode,
  IconDots,
  IconFileText,
  IconJson,
  IconMessagePlus,
  IconPin,
  IconPinnedOff,
  IconShare,
  IconTrash,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { usePageActions } from '#console/modules/page-actions.ts';
import type { MenuAction } from '#console/ui/menu/menu-action.ts';
import { RowMenuButton } from '#console/ui/menu/row-menu-button.tsx';
import { lazyOf } from '#console/ui/on-demand.tsx';
import type { Chat } from '#generated/model/index.ts';
import { useChatActions } from '../use-chat-actions.ts';
import classes from './header.module.css';
import { ShareDialog } from './share-dialog.tsx';

const ApiDialog = lazyOf(() => import('../api/api-dialog.tsx'), 'ApiDialog');

/** What one can do with the open chat. */
export function ChatHeaderActions({ chat, onNew }: { chat: Chat; onNew: () => void }) {
  const actions = useChatActions();
  const [sharing, setSharing] = useState(false);
  const [coding, setCoding] = useState(false);
  const canShare = chat.permissions.includes('share');
  const menu: MenuAction[] = [
    {
      label: chat.pinned ? 'Unpin' : 'Pin',
      icon: chat.pinned ? <IconPinnedOff /> : <IconPin />,
      onClick: () => void actions.pin(chat),
    },
    {
      label: 'Share…',
      icon: <IconShare />,
      disabled: canShare ? null : "You can't share this chat",
      onClick: () => setSharing(true),
    },
    {
      label: 'API…',
      icon: <IconCode />,
      onClick: () => setCoding(true),
    },
    {
      label: 'Export as Markdown',
      icon: <IconFileText />,
      divided: true,
      onClick: () => void actions.download(chat, 'md'),
    },
    {
      label: 'Export as JSON',
      icon: <IconJson />,
      onClick: () => void actions.download(chat, 'json'),
    },
    {
      label: 'Delete chat',
      icon: <IconTrash />,
      danger: true,
      disabled: chat.permissions.includes('delete') ? null : "You can't delete this chat",
      onClick: () => void actions.remove(chat, true),
    },
  ];
  usePageActions(
    menu.filter(({ disabled }) => !disabled).map(({ label, onClick }) => ({ label, run: onClick })),
  );
  return (
    <>
      <Button
        className={classes.newChat ?? ''}
        variant="default"
        leftSection={<IconMessagePlus />}
        onClick={onNew}
      >
        New chat
      </Button>
      <RowMenuButton label="Chat" actions={menu}>
        <ActionIcon variant="default" size={30} aria-label="Chat actions">
          <IconDots />
        </ActionIcon>
      </RowMenuButton>
      <Suspense fallback={null}>
        {coding && <ApiDialog chat={chat} onClosed={() => setCoding(false)} />}
      </Suspense>
      {sharing && <ShareDialog chat={chat} onClosed={() => setSharing(false)} />}
    </>
  );
}
