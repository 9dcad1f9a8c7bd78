import { CopyButton } from '#console/ui/display/copy-button.tsx';
import classes from './messages.module.css';

/** A message sent to a model. */
export interface Message {
  role: string;
  content: string;
}

/** The messages in a step's input, if it contains any. */
export function messagesOf(value: unknown): Message[] | null {
  const list =
    typeof value === 'object' && value !== null && 'messages' in value ? value.messages : value;
  return Array.isArray(list) && list.length > 0 && list.every(isMessage) ? list : null;
}

function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'role' in value &&
    typeof value.role === 'string' &&
    'content' in value &&
    typeof value.content === 'string'
  );
}

/** Messages sent to a model, each with its role. */
export function Messages({ messages }: { messages: readonly Message[] }) {
  return (
    <ol className={classes.messages}>
      {messages.map(({ role, content }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no id and never move
        <li key={index} className={classes.message}>
          <div className={classes.messageHead}>
            <span>{role}</span>
            <CopyButton value={content} what={`${role} message`} size="sm" />
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and a region would be a landmark */}
          <div
            role="group"
            className={classes.messageText}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
            tabIndex={0}
            aria-label={`${role} message`}
          >
            {content === '' ? <span className="tl-faint">empty</span> : content}
          </div>
        </li>
      ))}
    </ol>
  );
}
