import type { ChatMessage } from '#generated/model/index.ts';
import type { FeedState } from '../live/message-feed.ts';
import { Answer } from './answer.tsx';
import type { ConversationActions } from './conversation-actions.ts';
import { MessageList } from './message-list.tsx';
import { PendingMessageView } from './pending-message.tsx';
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
