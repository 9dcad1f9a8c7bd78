import type { ReactNode } from 'react';
import classes from './status-badge.module.css';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

type StatusBadgeProps = {
  tone: Tone;
  /** A dot before the text. */
  dot?: boolean;
  /** The dot breathes: something is going on. */
  pulse?: boolean;
  children: ReactNode;
};

/**
 * A word of status. The colour only repeats what the word says. Plain markup: lists hold hundreds of them.
 */
export function StatusBadge({ tone, dot, pulse, children }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {(dot || pulse) && <span className={classes.dot} data-pulse={pulse || undefined} />}
      {children}
    </span>
  );
}
