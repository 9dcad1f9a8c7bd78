import { IconChevronRight } from '@tabler/icons-react';
import type { ChatMessage } from '#generated/model/index.ts';
import { progressText, stepText } from './answer-text.ts';
import classes from './conversation.module.css';

/** What an answer is doing or did, in one line that unfolds. */
export function ProgressLine({ message }: { message: ChatMessage }) {
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
export function SummaryFold({ summary }: { summary: NonNullable<ChatMessage['summary']> }) {
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
