import { Skeleton, Text } from '@mantine/core';
import type { RunStep } from '#generated/model/index.ts';
import type { StepSource } from './step-detail.tsx';
import classes from './trace.module.css';
import { TraceStep } from './trace-step.tsx';

interface TraceProps {
  steps: readonly RunStep[];
  /** How long the whole run took, or has taken so far, in ms. */
  totalMs: number;
  /** `mini`: without tokens and cost, for a narrow panel. */
  mini?: boolean;
  /** The run, to load what its steps came without. */
  source?: StepSource;
}

/** A run's steps, each with a bar for its start and duration; the input and output expand below. */
export function Trace({ steps, totalMs, mini = false, source }: TraceProps) {
  const ends = steps.map((step) => step.offset_ms + (step.duration_ms ?? 0));
  const total = Math.max(totalMs, ...ends, 1);
  return (
    <ol
      className={`tl-list ${classes.trace}`}
      aria-label="Trace"
      data-mini={mini || undefined}
      onKeyDown={moveFocus}
    >
      {steps.map((step) => (
        <TraceStep key={step.id} step={step} totalMs={total} mini={mini} source={source} />
      ))}
    </ol>
  );
}

/** Arrow keys move from step to step, as in a tree; each step is a tab stop too. */
function moveFocus(event: React.KeyboardEvent<HTMLOListElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-step]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  if (at === -1) return;
  event.preventDefault();
  rows[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}

interface TraceQueryProps extends Omit<TraceProps, 'steps'> {
  steps: readonly RunStep[] | undefined;
}

/** A trace that is loading. */
export function LoadedTrace({ steps, ...rest }: TraceQueryProps) {
  if (steps === undefined) {
    return (
      <div role="status" aria-label="Loading trace" className={classes.skeleton}>
        {[40, 90, 55].map((width) => (
          <Skeleton key={width} height={12} width={`${width}%`} />
        ))}
      </div>
    );
  }
  if (steps.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No steps recorded
      </Text>
    );
  }
  return <Trace steps={steps} {...rest} />;
}
