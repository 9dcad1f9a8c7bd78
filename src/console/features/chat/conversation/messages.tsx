import { IconFile } from '@tabler/icons-react';
import type { ChatMessage } from '#generated/model/index.ts';
import type { FeedState, PendingMessage } from '../live/message-feed.ts';
import { Answer } from './answer.tsx';
import classes from './conversation.module.css';
import type { ConversationActions } from './conversation-actions.ts';
import { MessageList } from './message-list.tsx';
import { TaskInputs } from './task-output.tsx';
import { UserMessage } from './user-message.tsx';

interface MessagesProps {
  state: FeedState;
  /** The message to start at; the end by default. */
  startAt: string | null;
  /** The message that is being edited. */
  editing: string | null;
  /** The id of the user, whose messages show no author. */
  ownId: string;
  /** The task of the chat, if it is about one. */
  taskId: string | null;
  actions: ConversationActions;
  onOlder: () => void;
  onNewer: () => void;
  /** Loads the newest messages, after a jump to old ones. */
  onLatest: () => void;
}

/** The messages of a chat. */
export function Messages({ editing, ownId, taskId, actions, ...list }: MessagesProps) {
  const authorOf = ({ author }: ChatMessage) => (author.id === ownId ? null : author.name);
  return (
    <MessageList
      {...list}
      renderMessage={(message) =>
        message.role === 'user' ? (
          <UserMessage
            message={message}
            author={authorOf(message)}
            isEditing={editing === message.id}
            actions={actions}
          />
        ) : (
          <Answer message={message} taskId={taskId} actions={actions} />
        )
      }
      renderPending={(pending) => <PendingMessageView pending={pending} />}
    />
  );
}

/** One's own message until the server has it. */
function PendingMessageView({ pending }: { pending: PendingMessage }) {
  const { text, inputs, attachmentNames } = pending;
  return (
    <article className={classes.user} aria-label="Your message" aria-busy>
      {attachmentNames.length > 0 && (
        <ul className={classes.attachments} aria-label="Attachments">
          {attachmentNames.map((name) => (
            <li key={name} className={classes.attachment}>
              <IconFile aria-hidden />
              <span className="tl-truncate">{name}</span>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.bubble} data-pending data-inputs={inputs !== null || undefined}>
        {inputs ? <TaskInputs inputs={inputs} /> : text}
      </div>
      <div className={classes.tools}>Sending…</div>
    </article>
  );
}
