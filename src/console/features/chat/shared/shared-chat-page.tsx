import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { isApiError } from '#console/api/api-error.ts';
import { flatten, paged } from '#console/api/query/paging.ts';
import { failureOf } from '#console/api/query/query-failure.ts';
import { LogoMark } from '#console/ui/display/logo.tsx';
import { formatDateTime } from '#console/ui/display/time.tsx';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { NextPage } from '#console/ui/list/next-page.tsx';
import { useDocumentTitle } from '#console/ui/page/document-title.ts';
import { MESSAGES } from '#core/messages.ts';
import { useGetSharedChat, useListSharedChatMessagesInfinite } from '#generated/api/chat/chat.ts';
import type { RunCitation, SharedChatMessage } from '#generated/model/index.ts';
import { groundingText } from '../conversation/answer-text.ts';
import conversation from '../conversation/conversation.module.css';
import { TaskOutput } from '../conversation/task-output.tsx';
import { branchTo } from '../live/message-tree.ts';
import { type CitingAnswer, CitingContext, sourceName } from '../text/citation-number.tsx';
import { MessageText } from '../text/message-text.tsx';
import classes from './shared.module.css';

/** Readers of a link see which sources an answer cites, but not what was checked. */
const NO_CITATIONS: RunCitation[] = [];

/** `/shared/chat/:token`: a chat as readers of a public link see it, without an account. */
export function SharedChatPage() {
  const { token = '' } = useParams();
  const chat = useGetSharedChat(token, { query: { meta: { silent: true } } });
  const messages = useListSharedChatMessagesInfinite(
    token,
    { page_limit: 100 },
    { query: { ...paged, meta: { silent: true } } },
  );
  const title = chat.data?.title || 'Shared chat';
  useDocumentTitle(title);
  const branch = useMemo(() => newestBranch(flatten(messages.data)), [messages.data]);
  const failure = failureOf(chat) ?? failureOf(messages);

  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <LogoMark />
        <div className={classes.heading}>
          <h1>{title}</h1>
          {chat.data && (
            <p>
              Shared chat · {formatDateTime(chat.data.last_message_at)}
              {chat.data.expires_at && ` · link expires ${formatDateTime(chat.data.expires_at)}`}
            </p>
          )}
        </div>
      </header>
      <main className={classes.main}>
        {failure && !chat.data ? (
          isApiError(failure, 404) ? (
            <EmptyState title={MESSAGES.chat.notFound}>
              The link has expired or was revoked. Ask whoever sent it for a new one.
            </EmptyState>
          ) : (
            <ErrorState error={failure} onRetry={() => void chat.refetch()} />
          )
        ) : messages.isPending ? (
          <TextSkeleton lines={10} />
        ) : (
          <>
            {messages.hasNextPage && (
              <NextPage query={messages} label="Loading earlier messages…" />
            )}
            {branch.length === 0 && <EmptyState title="This chat has no messages yet" />}
            <ol className={classes.messages} aria-label="Messages">
              {branch.map((message) => (
                <li key={message.id}>
                  <SharedMessage message={message} />
                </li>
              ))}
            </ol>
          </>
        )}
      </main>
    </div>
  );
}

function SharedMessage({ message }: { message: SharedChatMessage }) {
  const { role, text, output, sources, author_name } = message;
  if (role === 'user') {
    return (
      <article className={conversation.user} aria-label={`Message from ${author_name}`}>
        <span className={conversation.author}>{author_name}</span>
        {text && <div className={conversation.bubble}>{text}</div>}
      </article>
    );
  }
  const grounding = groundingText(message, false);
  const isCiting = sources.length > 0;
  return (
    <article aria-label="Answer">
      {typeof output === 'object' && output !== null ? (
        <TaskOutput output={output} />
      ) : (
        <CitingContext value={citingOf(message)}>
          <MessageText text={text} citations={isCiting ? NO_CITATIONS : undefined} />
        </CitingContext>
      )}
      {grounding && (
        <p className={conversation.note} role="note">
          {grounding}
        </p>
      )}
      {sources.length > 0 && (
        <ul className={conversation.sources} aria-label="Sources">
          {sources.map((source) => (
            <li key={source.number}>
              <span className={conversation.source}>
                <span className={conversation.sourceNumber}>{source.number}</span>
                <span className="tl-truncate">{sourceName(source)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

/** Numbers name their source, but don't open it: readers of a link can't read passages. */
function citingOf({ id, sources }: SharedChatMessage): CitingAnswer {
  return { message: { id, chat_id: '', citations: NO_CITATIONS, sources } };
}

/** The newest message's branch. `messages` has the newest first. */
function newestBranch(messages: readonly SharedChatMessage[]): SharedChatMessage[] {
  return branchTo(
    new Map(messages.map((message) => [message.id, message])),
    messages[0]?.id ?? null,
  );
}
