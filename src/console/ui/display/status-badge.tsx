import type { ReactNode } from 'react';
import classes from './status-badge.module.css';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

type StatusBadgeProps = {
  tone: Tone;
  /** Shows a dot before the text. */
  dot?: boolean;
  /** The dot pulses: something is in progress. */
  pulse?: boolean;
  children: ReactNode;
};

/**
 * A status as one word. The colour only repeats what the word says. Plain markup, since lists hold hundreds of
 * them.
 */
export function StatusBadge({ tone, dot, pulse, children }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {(dot || pulse) && <span className={classes.dot} data-pulse={pulse || undefined} />}
      {children}
    </span>
  );
}
