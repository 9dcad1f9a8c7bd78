import type { ReactNode } from 'react';
import classes from './datasource.module.css';

interface NoticeProps {
  tone?: 'danger' | 'success' | 'neutral';
  role?: 'alert' | 'status';
  text: string;
  action?: ReactNode;
}

/** What there is to know about a data source or a sync. */
export function Notice({ tone, role, text, action }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={role}>
      <p>{text}</p>
      {action}
    </div>
  );
}
