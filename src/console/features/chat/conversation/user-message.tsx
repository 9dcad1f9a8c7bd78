import { Button } from '@mantine/core';
import { IconFile, IconPencil, IconPhoto } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { IconButton } from '#console/ui/form/icon-button.tsx';
import { PlainTextarea } from '#console/ui/form/plain.tsx';
import { submits } from '#console/ui/form/submits.ts';
import type { ChatAttachment, ChatMessage } from '#generated/model/index.ts';
import { Branches } from './branches.tsx';
import classes from './conversation.module.css';
import type { ConversationActions } from './conversation-actions.ts';
import { TaskInputs } from './task-output.tsx';

interface UserMessageProps {
  message: ChatMessage;
  /** Whose message it is, unless it is one's own. */
  author: string | null;
  isEditing: boolean;
  actions: ConversationActions;
}

/** A message that a person sent. */
export const UserMessage = memo(function UserMessage(props: UserMessageProps) {
  const { message, author, isEditing, actions } = props;
  const { text, inputs, attachments } = message;
  if (isEditing) return <EditMessage message={message} actions={actions} />;
  return (
    <article
      className={classes.user}
      aria-label={author ? `Message from ${author}` : 'Your message'}
    >
      {author && <span className={classes.author}>{author}</span>}
      {attachments.length > 0 && <Attachments attachments={attachments} />}
      {inputs ? (
        <div className={classes.bubble} data-inputs>
          <TaskInputs inputs={inputs} />
        </div>
      ) : (
        text && <div className={classes.bubble}>{text}</div>
      )}
      <div className={classes.tools}>
        <Branches message={message} onChoose={actions.choose} />
        {!inputs && (
          <span className={classes.onHover}>
            <CopyButton value={text} what="message" />
            {actions.canSend && (
              <IconButton
                label="Edit and resend"
                variant="subtle"
                onClick={() => actions.edit(message.id)}
              >
                <IconPencil />
              </IconButton>
            )}
          </span>
        )}
      </div>
    </article>
  );
});

function Attachments({ attachments }: { attachments: readonly ChatAttachment[] }) {
  return (
    <ul className={classes.attachments} aria-label="Attachments">
      {attachments.map(({ id, kind, name, url }) => (
        <li key={id} className={classes.attachment}>
          {kind === 'image' && url ? (
            <img src={url} alt={name} className={classes.image} loading="lazy" />
          ) : (
            <>
              {kind === 'image' ? <IconPhoto aria-hidden /> : <IconFile aria-hidden />}
              <span className="tl-truncate">{name}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function EditMessage({ message, actions }: Pick<UserMessageProps, 'message' | 'actions'>) {
  const [text, setText] = useState(message.text);
  const isEmpty = text.trim() === '';
  const save = () => {
    if (!isEmpty) actions.resend(message, text.trim());
  };
  return (
    <form
      className={classes.edit}
      aria-label="Edit message"
      onSubmit={submits(save)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          actions.edit(null);
        } else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
          if (!(event.target instanceof HTMLTextAreaElement)) return;
          event.preventDefault();
          save();
        }
      }}
    >
      {message.attachments.length > 0 && <Attachments attachments={message.attachments} />}
      <PlainTextarea
        aria-label="Message"
        autoFocus
        minRows={2}
        maxLength={50_000}
        value={text}
        onFocus={(event) => {
          const { length } = event.currentTarget.value;
          event.currentTarget.setSelectionRange(length, length);
        }}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={classes.editButtons}>
        <Button variant="default" onClick={() => actions.edit(null)}>
          Cancel
        </Button>
        <Button type="submit" disabled={isEmpty}>
          Send
        </Button>
      </div>
    </form>
  );
}
