import { IconFile } from '@tabler/icons-react';
import type { PendingMessage } from '../live/message-feed.ts';
import classes from './conversation.module.css';
import { TaskInputs } from './task-output.tsx';

/** One's own message until the server has it. */
export function PendingMessageView({ pending }: { pending: PendingMessage }) {
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
