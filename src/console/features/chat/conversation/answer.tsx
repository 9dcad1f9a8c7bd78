import { IconChevronRight, IconFileText } from '@tabler/icons-react';
import { memo, useMemo, useRef, useState } from 'react';
import { Reasoning } from '#console/modules/run/result/reasoning.tsx';
import { RunErrorBlock } from '#console/modules/run/result/run-error.tsx';
import { useWatchedRun } from '#console/modules/run/stream/use-watched-run.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { reasoningOf } from '#core/run/run-progress.ts';
import { useListRunSteps } from '#generated/api/run/run.ts';
import type { ChatMessage } from '#generated/model/index.ts';
import { type CitingAnswer, CitingContext, sourceName } from '../text/citation-number.tsx';
import { MessageText } from '../text/message-text.tsx';
import { groundingText, progressText, stepText } from './answer-text.ts';
import { AnswerTools } from './answer-tools.tsx';
import classes from './conversation.module.css';
import type { ConversationActions } from './conversation-actions.ts';
import { answerTo, useMovedFocus } from './moved-focus.ts';
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

/** What the model reasoned before it answered. It is loaded from the run when it is unfolded, or followed there. */
function AnswerReasoning({ runId, isRunning }: { runId: string; isRunning: boolean }) {
  const { at } = useActiveProject();
  const [wanted, setWanted] = useState<'live' | 'stored' | null>(null);
  const { progress, phase } = useWatchedRun(...at, wanted === 'live' ? runId : null);
  const stored = useListRunSteps(...at, runId, undefined, {
    query: { enabled: wanted === 'stored', meta: { silent: true } },
  });
  const steps = stored.data?.results ?? progress.steps;
  if (phase === 'refused' || stored.error)
    return <p className={classes.note}>The model's reasoning couldn't be loaded.</p>;
  return (
    <div className={classes.reasoning}>
      <Reasoning
        text={reasoningOf({ steps, reasoning: progress.reasoning })}
        steps={steps}
        onOpen={() => setWanted(wanted ?? (isRunning ? 'live' : 'stored'))}
      />
    </div>
  );
}

/** What an answer is doing or did, in one line that unfolds. */
function ProgressLine({ message }: { message: ChatMessage }) {
  const { steps, ended_at } = message;
  const text = progressText(message);
  const isRunning = ended_at === null;
  if (text === null || (isRunning && message.text !== '' && steps.length < 2)) return null;
  if (steps.length < 2) {
    return (
      <p className={classes.progress} data-running={isRunning || undefined}>
        {text}
      </p>
    );
  }
  return (
    <details className={classes.fold}>
      <summary className={classes.progress} data-running={isRunning || undefined}>
        <IconChevronRight aria-hidden />
        {text}
      </summary>
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added at the end
          <li key={index} data-status={step.status}>
            {stepText(step)}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** The summary that the model was given instead of the oldest messages. */
function SummaryFold({ summary }: { summary: NonNullable<ChatMessage['summary']> }) {
  return (
    <details className={classes.fold}>
      <summary className={classes.progress}>
        <IconChevronRight aria-hidden />
        The first {summary.message_count} messages were summarised for the model
      </summary>
      <p className={classes.summary}>{summary.text}</p>
    </details>
  );
}
