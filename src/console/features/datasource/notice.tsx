import type { ReactNode } from 'react';
import classes from './datasource.module.css';

interface NoticeProps {
  tone?: 'danger' | 'success' | 'neutral';
  /** Has screen readers announce the notice when it appears: `alert` at once, `status` when they pause. */
  role?: 'alert' | 'status';
  text: string;
  /** A button or link after the text. */
  action?: ReactNode;
}

/** A notice about a data source or sync. */
export function Notice({ tone, role, text, action }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={role}>
      <p>{text}</p>
      {action}
    </div>
  );
}
