import type { ReactNode } from 'react';
import classes from './state.module.css';

type EmptyStateProps = {
  icon?: ReactNode;
  title: string;
  /** One sentence. */
  children?: ReactNode;
  /** The one thing to do about it. */
  action?: ReactNode;
  /** Where to read more. */
  link?: ReactNode;
};

/** What a list shows when there is nothing in it. */
export function EmptyState({ icon, title, children, action, link }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      {icon && (
        <div className={classes.icon} aria-hidden>
          {icon}
        </div>
      )}
      <p className={classes.title}>{title}</p>
      {children && <p className={classes.text}>{children}</p>}
      {(action || link) && (
        <div className={classes.actions}>
          {action}
          {link}
        </div>
      )}
    </div>
  );
}
