import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { formatMicros } from '#core/billing/money.ts';
import classes from './assist.module.css';
import type { AssistState } from './use-assist.ts';

/** The state of an assistant request: the text so far, the error, or which model responded and what that cost. */
export function AssistStatus({ state, quiet }: { state: AssistState; quiet?: boolean }) {
  const { status, text, response, error } = state;
  if (status === 'running' && !quiet) return <Writing text={text} />;
  if (status === 'failed') {
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {error}
      </Text>
    );
  }
  if (!response) return null;
  if (response.is_sample) {
    return (
      <p className={classes.note} data-sample>
        This is a rule-based sample, not model output. Connect a model for real suggestions.
      </p>
    );
  }
  const { cost } = response.usage;
  return (
    <p className={classes.note}>
      Written by <span className="tl-mono">{response.model_id}</span>
      {cost === null ? ' · price unknown' : ` · ${formatMicros(cost)}`}
    </p>
  );
}

/** Turns escaped line breaks in the streamed JSON into real ones: people watch this text, nothing parses it. */
function readable(text: string): string {
  return text.replaceAll('\\n', '\n');
}

/** Scrolls so that the newest text stays visible. */
function Writing({ text }: { text: string }) {
  const box = useRef<HTMLPreElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls whenever the text changes
  useEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [text]);
  return (
    <pre
      ref={box}
      className={classes.writing}
      role="status"
      aria-label="Assistant response"
      aria-live="off"
    >
      {readable(text) || 'Thinking…'}
    </pre>
  );
}
