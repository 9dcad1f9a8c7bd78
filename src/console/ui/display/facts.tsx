import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** The key facts about one thing: labels over short values, in columns. */
export function Facts({ padded, children }: { padded?: boolean; children: ReactNode }) {
  return (
    <dl className={classes.facts} data-padded={padded || undefined}>
      {children}
    </dl>
  );
}

interface FactProps {
  label: string;
  /** Spans two columns. */
  wide?: boolean;
  loading?: boolean;
  children: ReactNode;
}

/** One label with its value. */
export function Fact({ label, wide, loading, children }: FactProps) {
  return (
    <div data-wide={wide || undefined}>
      <dt>{label}</dt>
      <dd>{loading ? <Skeleton height={14} width={180} /> : children}</dd>
    </div>
  );
}
