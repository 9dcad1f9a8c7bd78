import type { ReactNode } from 'react';
import classes from './section-title.module.css';

interface SectionTitleProps {
  /** The heading level. */
  order?: 2 | 3;
  id?: string;
  /** Shown dimmed beside the title, e.g. a count or the revisions compared. */
  note?: ReactNode;
  children: ReactNode;
}

/** The heading of a section within a panel. */
export function SectionTitle({ order = 2, id, note, children }: SectionTitleProps) {
  const Heading = `h${order}` as const;
  return (
    <Heading id={id} className={classes.title}>
      {children}
      {note !== undefined && <span className={classes.note}>{note}</span>}
    </Heading>
  );
}
