import { Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useFileDrop } from '#console/modules/upload/use-file-drop.ts';
import { useCurrentUser } from '#console/modules/user/use-current-user.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { lazyOf, onDemand } from '#console/ui/on-demand.tsx';
import { useLatest } from '#console/ui/use-latest.ts';
import type { Chat, ChatMessageCreate, ChatPerson } from '#generated/model/index.ts';
import classes from './chat.module.css';
import { ChatProblem, statusOf } from './chat-problem.tsx';
import composer from './composer/composer.module.css';
import { Composer } from './composer/composer.tsx';
import { type FirstMessage, filesOf } from './composer/first-files.ts';
import { useAttachments } from './composer/use-attachments.ts';
import { ConfigChip } from './config/config-chip.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { type ConversationActions, resent } from './conversation/conversation-actions.ts';
import { answerTo, moveFocus } from './conversation/moved-focus.ts';
import { EmptyChat } from './empty-chat.tsx';
import { typingText } from './header/people.tsx';
import { type ChatPlace, type FeedState, MessageFeed } from './live/message-feed.ts';
import { useChatLive } from './live/use-chat-live.ts';
import { preloadMarkdown } from './text/message-text.tsx';

const loadMessages = () => import('./conversation/messages.tsx');
const Messages = lazyOf(loadMessages, 'Messages');
const ConfigDialog = onDemand(() => import('./config/config-dialog.tsx'), 'ConfigDialog');
const TaskComposer = lazyOf(() => import('./composer/task-composer.tsx'), 'TaskComposer');

interface ChatViewProps {
  chatId: string;
  /** Undefined while it loads, in parallel with its messages. */
  chat: Chat | undefined;
  /** The message to start at. */
  around: string | null;
  onPeople: (people: readonly ChatPerson[]) => void;
  onOpenSource: (messageId: string, number: number) => void;
  /** Shows the newest messages, after a jump to an old one. */
  onLatest: () => void;
}

/** A conversation, and where one writes. */
export function ChatView(props: ChatViewProps) {
  const { chatId, chat, around, onPeople, onOpenSource, onLatest } = props;
  const { orgId, projectId } = useActiveProject();
  const { id: own } = useCurrentUser();
  const place = useMemo(() => ({ orgId, projectId, chatId }), [orgId, projectId, chatId]);
  const { feed, state } = useChatFeed(place, around);
  const live = useChatLive(place, feed, state.phase === 'ready');
  const attachments = useAttachments(place);
  const drop = useFileDrop(({ files }) => attachments.add([...files]));
  const [editing, setEditing] = useState<string | null>(null);
  const [isConfiguring, setConfiguring] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const isAutoSent = useAutoSend(chatId);
  const { people, closed } = live;
  // In parallel with the messages.
  useEffect(() => {
    preloadMarkdown();
    loadMessages().catch(() => undefined);
  }, []);
  useEffect(() => onPeople(people), [people, onPeople]);

  const { branch, phase } = state;
  const leaf = branch.at(-1);
  const running = leaf && leaf.ended_at === null ? leaf : undefined;
  const canSend = chat?.permissions.includes('run') ?? false;
  const isIdle = running === undefined;
  const stop = running ? () => void attempt(() => live.stop(running.id)) : undefined;
  const stopKey = useLatest(stop);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isLayer()) stopKey.current?.();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  const latest = useLatest(live);
  const actions = useMemo<ConversationActions>(
    () => ({
      canSend: canSend && isIdle,
      choose: (id) => void attempt(() => feed.choose(id)),
      edit: (id) => {
        setEditing(id);
        if (id === null) field.current?.focus();
      },
      resend: (message, text) => {
        setEditing(null);
        // The form that had the focus is gone.
        field.current?.focus();
        const names = message.attachments.map(({ name }) => name);
        void attempt(() => latest.current.send(resent(message, text), names));
      },
      regenerate: (id, model) => {
        const answer = feed.get(id);
        if (answer) moveFocus(answerTo(answer));
        void attempt(() => latest.current.regenerate(id, model));
      },
      openSource: onOpenSource,
      put: (message) => feed.put([message]),
    }),
    [feed, canSend, isIdle, onOpenSource],
  );

  if (closed || phase === 'failed') {
    return (
      <ChatProblem
        projectId={projectId}
        status={closed?.status ?? statusOf(state.error)}
        error={state.error}
        onRetry={() => void feed.open(around)}
      />
    );
  }

  const send = (message: ChatMessageCreate, names: readonly string[] = []) =>
    // An empty chat has no message to follow.
    live.send({ ...message, parent_id: leaf?.id ?? null }, names);
  const sendText = (text: string) => {
    const { files, ready } = attachments;
    const ids = ready.map(({ id }) => id);
    const message = { text, ...(ids.length > 0 && { attachment_ids: ids }) };
    return attempt(async () => {
      await send(
        message,
        ready.map(({ name }) => name),
      );
      attachments.forget(files);
    });
  };
  const isTask = chat?.config.type === 'task';
  const reason = chat && !canSend ? 'You can read this chat, but not write in it' : null;
  const typing = typingText(people, own);
  const taskId = isTask ? (chat.config.task_id ?? null) : null;

  return (
    <section className={classes.conversation} aria-label="Conversation" {...drop.handlers}>
      <ConnectionBar connection={live.connection} />
      {phase === 'loading' ? (
        <MessagesSkeleton />
      ) : branch.length === 0 && !state.pending ? (
        chat && (
          <EmptyChat
            config={chat.config}
            onAsk={canSend && !isTask ? (text) => void sendText(text) : undefined}
            isBusy={attachments.isBusy}
          />
        )
      ) : (
        <Suspense fallback={<MessagesSkeleton />}>
          <Messages
            key={around}
            state={state}
            startAt={around}
            editing={editing}
            ownId={own}
            taskId={taskId}
            actions={actions}
            onOlder={feed.loadOlder}
            onNewer={feed.loadNewer}
            onLatest={() => (around === null ? void feed.open() : onLatest())}
          />
        </Suspense>
      )}
      <div className={composer.dock}>
        <p className={composer.typing} aria-live="polite">
          {typing}
        </p>
        {chat &&
          (isTask && taskId ? (
            <Suspense fallback={<TextSkeleton lines={3} />}>
              <TaskComposer
                chatId={chatId}
                taskId={taskId}
                reason={reason}
                onSend={(inputs) => send({ inputs })}
                onStop={stop}
                chip={<ConfigChip config={chat.config} onClick={() => setConfiguring(true)} />}
              />
            </Suspense>
          ) : (
            <Composer
              chatId={chatId}
              field={field}
              attachments={attachments}
              reason={reason}
              isAutoSent={isAutoSent}
              onSend={sendText}
              onStop={stop}
              onEditLast={() => {
                const last = branch.findLast(({ role }) => role === 'user');
                if (last && actions.canSend) setEditing(last.id);
              }}
              onTyping={live.setTyping}
              chip={<ConfigChip config={chat.config} onClick={() => setConfiguring(true)} />}
            />
          ))}
      </div>
      <p className="tl-sr-only" role="status">
        {running ? 'Answering…' : leaf?.role === 'assistant' ? 'The answer is complete.' : ''}
      </p>
      {drop.isOver && (
        <div className={composer.drop} aria-hidden>
          Drop files to attach them
        </div>
      )}
      {isConfiguring && chat && <ConfigDialog chat={chat} onClosed={() => setConfiguring(false)} />}
    </section>
  );
}

function MessagesSkeleton() {
  return (
    <div className={classes.loading}>
      <TextSkeleton lines={8} />
    </div>
  );
}

/**
 * Whether the chat was just created with its first message, which is then sent. Only once, also after a reload, and not
 * without its files, which a reload loses.
 */
function useAutoSend(chatId: string): boolean {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const [arrival] = useState(() => {
    const { send = false, files = 0 } = (state ?? {}) as FirstMessage;
    return { send, isComplete: filesOf(chatId).length >= files };
  });
  const { send, isComplete } = arrival;
  useEffect(() => {
    if (!send) return;
    navigate(pathname, { replace: true, state: null });
    if (!isComplete) toast.error('The page was reloaded. Attach your files again.');
  }, [send, isComplete, navigate, pathname]);
  return send && isComplete;
}

/** Whether something is open that Escape closes. */
function isLayer(): boolean {
  return document.querySelector('[role="dialog"], [role="menu"]') !== null;
}

/**
 * The messages of a chat.
 * @param around the message to open the chat at; the newest one by default
 */
function useChatFeed(
  place: ChatPlace,
  around: string | null,
): { feed: MessageFeed; state: FeedState } {
  const [feed] = useState(() => new MessageFeed(place));
  const state = useSyncExternalStore(feed.subscribe, feed.getState);
  useEffect(() => {
    void feed.open(around);
  }, [feed, around]);
  return { feed, state };
}
