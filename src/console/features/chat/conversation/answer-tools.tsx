import { Button } from '@mantine/core';
import {
  IconTestPipe,
  IconThumbDown,
  IconThumbDownFilled,
  IconThumbUp,
  IconThumbUpFilled,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { CopyButton } from '#console/ui/display/copy-button.tsx';
import { formatDuration } from '#console/ui/display/time.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { IconButton } from '#console/ui/form/icon-button.tsx';
import { PlainInput } from '#console/ui/form/plain.tsx';
import { submits } from '#console/ui/form/submits.ts';
import { Link } from '#console/ui/navigation/link.tsx';
import { formatMicros } from '#core/billing/money.ts';
import { rateChatAnswer } from '#generated/api/chat/chat.ts';
import type { ChatMessage } from '#generated/model/index.ts';
import { AddCaseDialog } from './add-case-dialog.tsx';
import { Branches } from './branches.tsx';
import classes from './conversation.module.css';
import type { ConversationActions } from './conversation-actions.ts';
import { Regenerate } from './regenerate.tsx';

interface AnswerToolsProps {
  message: ChatMessage;
  taskId: string | null;
  actions: ConversationActions;
}

/** What one can do with a finished answer, and what it took. */
export function AnswerTools({ message, taskId, actions }: AnswerToolsProps) {
  const { id, status, rating, sibling_ids } = message;
  const [adding, setAdding] = useState(false);
  const { rate, note, setNote, saveNote } = useRating(message, actions.put);
  const isUsable = status === 'succeeded';
  const thumb = (which: 'up' | 'down', label: string, off: ReactNode, on: ReactNode) => (
    <IconButton
      label={label}
      variant="subtle"
      aria-pressed={rating === which}
      onClick={() => rate(rating === which ? null : which)}
    >
      {rating === which ? on : off}
    </IconButton>
  );
  return (
    <>
      <div className={classes.tools}>
        <Branches message={{ id, sibling_ids, role: 'assistant' }} onChoose={actions.choose} />
        <CopyButton value={() => textOf(message)} what="answer" />
        {actions.canSend && <Regenerate message={message} actions={actions} hasModels={!taskId} />}
        {thumb('up', 'Good answer', <IconThumbUp />, <IconThumbUpFilled />)}
        {thumb('down', 'Bad answer', <IconThumbDown />, <IconThumbDownFilled />)}
        {isUsable && (
          <IconButton label="Add to dataset" variant="subtle" onClick={() => setAdding(true)}>
            <IconTestPipe />
          </IconButton>
        )}
        <Figures message={message} />
      </div>
      {note !== null && (
        <form className={classes.feedback} onSubmit={submits(saveNote)}>
          <PlainInput
            aria-label="What was good or bad about it?"
            placeholder="What was good or bad about it? (optional)"
            maxLength={1000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={note.trim() === ''}>
            Save note
          </Button>
        </form>
      )}
      {message.rating_note && note === null && (
        <p className={classes.note}>Note: {message.rating_note}</p>
      )}
      {adding && (
        <AddCaseDialog message={message} taskId={taskId} onClosed={() => setAdding(false)} />
      )}
    </>
  );
}

function textOf({ output, text }: ChatMessage): string {
  return typeof output === 'object' && output !== null ? JSON.stringify(output, null, 2) : text;
}

function useRating(message: ChatMessage, put: (message: ChatMessage) => void) {
  const { at } = useActiveProject();
  const [note, setNote] = useState<string | null>(null);
  const save = (rating: ChatMessage['rating'], text: string | null) =>
    attempt(async () => {
      const body = { rating, note: text };
      put(await mutate(rateChatAnswer, ...at, message.chat_id, message.id, body));
    });
  return {
    note,
    setNote,
    rate: (rating: ChatMessage['rating']) => {
      setNote(rating === null ? null : (message.rating_note ?? ''));
      void save(rating, rating === null ? null : message.rating_note);
    },
    saveNote: async () => {
      if (await save(message.rating, note?.trim() || null)) setNote(null);
    },
  };
}

/** Model, latency, tokens and cost. */
function Figures({ message }: { message: ChatMessage }) {
  const { projectId } = useActiveProject();
  const { run_id, model_id, latency_ms, usage } = message;
  const figures = [
    model_id,
    latency_ms !== null && formatDuration(latency_ms),
    usage && `${(usage.input_tokens + usage.output_tokens).toLocaleString('en-GB')} tokens`,
    usage && formatMicros(usage.cost),
  ].filter(Boolean);
  return (
    <span className={classes.figures}>
      <span className="tl-truncate">{figures.join(' · ')}</span>
      {run_id && (
        <Link to={paths.run(projectId, run_id)} className={classes.trace}>
          View run
        </Link>
      )}
    </span>
  );
}
