import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './status-badge.module.css';

const colors = {
  neutral: 'gray',
  accent: 'iris',
  success: 'green',
  warning: 'amber',
  danger: 'red',
} as const;

export type Tone = keyof typeof colors;

type StatusBadgeProps = {
  tone: Tone;
  /** A dot before the text. */
  dot?: boolean;
  /** The dot breathes: something is going on. */
  pulse?: boolean;
  children: ReactNode;
};

/** A word of status. The colour only repeats what the word says. */
export function StatusBadge({ tone, dot, pulse, children }: StatusBadgeProps) {
  return (
    <Badge
      color={colors[tone]}
      className={classes.badge}
      leftSection={
        dot || pulse ? <span className={classes.dot} data-pulse={pulse || undefined} /> : undefined
      }
    >
      {children}
    </Badge>
  );
}
