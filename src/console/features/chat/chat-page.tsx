import { Button } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { Suspense, useCallback, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { failureOf } from '#console/api/query/query-failure.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useShortcut } from '#console/modules/shortcuts/use-shortcut.ts';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { lazyOf } from '#console/ui/on-demand.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { useGetChat, useGetChatMessage } from '#generated/api/chat/chat.ts';
import type { ChatPerson } from '#generated/model/index.ts';
import classes from './chat.module.css';
import { ChatProblem, statusOf } from './chat-problem.tsx';
import { ChatView } from './chat-view.tsx';
import { ChatHeaderActions } from './header/chat-header-actions.tsx';
import { BackToChats, ChatTitle } from './header/chat-title.tsx';
import header from './header/header.module.css';
import { People } from './header/people.tsx';
import { HistoryPanel } from './history/history-panel.tsx';
import { SourcePanel } from './source/source-panel.tsx';

const NewChat = lazyOf(() => import('./new/new-chat.tsx'), 'NewChat');

const nobody: readonly ChatPerson[] = [];

/** `/projects/:projectId/chats` and `/projects/:projectId/chats/:chatId` */
export function ChatPage() {
  const { at, projectId } = useActiveProject();
  const { chatId = null } = useParams();
  const navigate = useNavigate();
  const [isNew] = useQueryParam('new');
  const [around, setAround] = useQueryParam('message');
  const [source, setSource] = useQueryParam('source');
  const [people, setPeople] = useState(nobody);
  const chat = useGetChat(...at, chatId ?? '', {
    query: { enabled: chatId !== null },
  });
  const create = () => navigate(paths.newChat(projectId));
  useShortcut('C', 'New chat', create);
  const opener = useRef<Element>(null);
  const openSource = useCallback(
    (messageId: string, number: number) => {
      opener.current = document.activeElement;
      setSource(`${messageId}.${number}`);
    },
    [setSource],
  );
  const closeSource = () => {
    setSource(null);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const failure = chatId === null ? null : failureOf(chat);
  const { data } = chat;
  const isOpen = chatId !== null || isNew !== null;
  const isDeleted = data?.deleted_at != null;

  return (
    <Page
      title={data?.title || (chatId === null ? 'Chats' : 'Chat')}
      area="Chats"
      heading={
        data && chatId ? (
          <ChatTitle key={chatId} chat={data} />
        ) : (
          <div className={header.heading}>
            {isOpen && <BackToChats projectId={projectId} />}
            <h1 className={header.title}>{chatId === null ? 'Chats' : 'Chat'}</h1>
          </div>
        )
      }
      chips={chatId !== null && <People people={people} />}
      actions={
        data && chatId && !isDeleted ? (
          <ChatHeaderActions chat={data} onNew={create} />
        ) : (
          <>
            <LinkButton variant="default" to={paths.widgets(projectId)}>
              Widgets
            </LinkButton>
            <Button leftSection={<IconMessagePlus />} onClick={create}>
              New chat
            </Button>
          </>
        )
      }
      fill
    >
      <div className={classes.columns} data-open={isOpen || undefined}>
        <HistoryPanel chatId={chatId} />
        {chatId === null ? (
          <Suspense
            fallback={
              <div className={classes.loading}>
                <TextSkeleton lines={6} />
              </div>
            }
          >
            <NewChat />
          </Suspense>
        ) : failure && !data ? (
          <div className={classes.problem}>
            <ChatProblem
              projectId={projectId}
              status={statusOf(failure)}
              error={failure}
              onRetry={() => void chat.refetch()}
            />
          </div>
        ) : (
          <ChatView
            key={chatId}
            chatId={chatId}
            chat={data}
            around={around}
            onPeople={setPeople}
            onOpenSource={openSource}
            onLatest={() => setAround(null)}
          />
        )}
        {chatId !== null && source !== null && (
          <OpenSource chatId={chatId} source={source} onClose={closeSource} />
        )}
      </div>
    </Page>
  );
}

interface OpenSourceProps {
  chatId: string;
  /** From the URL: the id of the answer and the number of the passage, as `message_….2`. */
  source: string;
  onClose: () => void;
}

/** The source panel that the URL names. */
function OpenSource({ chatId, source, onClose }: OpenSourceProps) {
  const { at } = useActiveProject();
  const [messageId = '', text = ''] = source.split('.');
  const number = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
  const message = useGetChatMessage(...at, chatId, messageId, {
    query: { enabled: number !== null, meta: { silent: true } },
  });
  if (number === null) return null;
  return (
    <SourcePanel
      chatId={chatId}
      messageId={messageId}
      number={number}
      citations={message.data?.citations ?? []}
      onClose={onClose}
    />
  );
}
