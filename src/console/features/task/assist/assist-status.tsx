import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { formatMicros } from '#core/billing/money.ts';
import classes from './assist.module.css';
import type { AssistState } from './use-assist.ts';

/** How far a helper is: what it writes, why it failed, or who has answered and for how much. */
export function AssistStatus({ state, quiet }: { state: AssistState; quiet?: boolean }) {
  const { status, text, answer, error } = state;
  if (status === 'running' && !quiet) return <Writing text={text} />;
  if (status === 'failed') {
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {error}
      </Text>
    );
  }
  if (!answer) return null;
  if (answer.is_sample) {
    return (
      <p className={classes.note} data-sample>
        A sample: no model has thought about it, it follows fixed rules. Connect a model to get real
        help.
      </p>
    );
  }
  const { cost } = answer.usage;
  return (
    <p className={classes.note}>
      By <span className="tl-mono">{answer.model_id}</span>
      {cost === null ? ' (its price is unknown)' : `, for ${formatMicros(cost)}`}
    </p>
  );
}

/** Line breaks within JSON as line breaks: it is to be watched, not to be parsed. */
function readable(text: string): string {
  return text.replaceAll('\\n', '\n');
}

/** The end of it stays in sight. */
function Writing({ text }: { text: string }) {
  const box = useRef<HTMLPreElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the text
  useEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [text]);
  return (
    <pre
      ref={box}
      className={classes.writing}
      role="status"
      aria-label="The helper writes"
      aria-live="off"
    >
      {readable(text) || 'Thinking…'}
    </pre>
  );
}
