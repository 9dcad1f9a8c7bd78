import { IconFileText } from '@tabler/icons-react';
import { memo, useMemo, useRef } from 'react';
import { RunErrorBlock } from '#console/modules/run/result/run-error.tsx';
import type { ChatMessage } from '#generated/model/index.ts';
import { type CitingAnswer, CitingContext, sourceName } from '../text/citation-number.tsx';
import { MessageText } from '../text/message-text.tsx';
import { AnswerReasoning } from './answer-reasoning.tsx';
import { groundingText } from './answer-text.ts';
import { AnswerTools } from './answer-tools.tsx';
import classes from './conversation.module.css';
import type { ConversationActions } from './conversation-actions.ts';
import { answerTo, useMovedFocus } from './moved-focus.ts';
import { ProgressLine, SummaryFold } from './progress-line.tsx';
import { TaskOutput } from './task-output.tsx';

interface AnswerProps {
  message: ChatMessage;
  /** The task of the chat, if it is about one. */
  taskId: string | null;
  actions: ConversationActions;
}

/** An answer, while it is being written and afterwards. */
export const Answer = memo(function Answer({ message, taskId, actions }: AnswerProps) {
  const { id, run_id, text, output, status, error, sources, summary, ended_at } = message;
  const isRunning = ended_at === null;
  const article = useRef<HTMLElement>(null);
  useMovedFocus(answerTo(message), article);
  const grounding = isRunning ? null : groundingText(message);
  const { openSource } = actions;
  const citing = useMemo<CitingAnswer>(
    () => ({ message, onOpen: openSource }),
    [message, openSource],
  );
  // Without passages, numbers in brackets are just numbers.
  const isCiting = message.steps.some(({ kind }) => kind === 'retrieve');
  const isTyped = typeof output === 'object' && output !== null;

  return (
    <article
      ref={article}
      className={classes.answer}
      aria-label="Answer"
      aria-busy={isRunning}
      tabIndex={-1}
    >
      {summary && <SummaryFold summary={summary} />}
      <ProgressLine message={message} />
      {run_id !== null && message.steps.some(({ reasoning }) => reasoning) && (
        <AnswerReasoning runId={run_id} isRunning={isRunning} />
      )}
      {isTyped ? (
        <TaskOutput output={output} />
      ) : (
        text !== '' && (
          <CitingContext value={citing}>
            <div className={classes.text} data-live={isRunning || undefined}>
              <MessageText text={text} citations={isCiting ? message.citations : undefined} />
            </div>
          </CitingContext>
        )
      )}
      {status === 'succeeded' && text === '' && !isTyped && (
        <p className={classes.note}>The model returned no text.</p>
      )}
      {status === 'cancelled' && <p className={classes.note}>Stopped.</p>}
      {error && (
        <RunErrorBlock
          {...error}
          onRetry={actions.canSend ? () => actions.regenerate(id) : undefined}
        />
      )}
      {grounding && (
        <p className={classes.note} role="note">
          {grounding}
        </p>
      )}
      {sources.length > 0 && (
        <ul className={classes.sources} aria-label="Sources">
          {sources.map((source) => (
            <li key={source.number}>
              <button
                type="button"
                className={classes.source}
                onClick={() => openSource(id, source.number)}
              >
                <span className={classes.sourceNumber}>{source.number}</span>
                <IconFileText aria-hidden />
                <span className="tl-truncate">{sourceName(source)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {!isRunning && <AnswerTools message={message} taskId={taskId} actions={actions} />}
    </article>
  );
});
