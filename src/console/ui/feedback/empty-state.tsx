import type { ReactNode } from 'react';
import classes from './state.module.css';

type EmptyStateProps = {
  icon?: ReactNode;
  title: string;
  /** When it stands in place of a whole page: its heading. */
  isPage?: boolean;
  /** One sentence. */
  children?: ReactNode;
  /** The one thing to do about it. */
  action?: ReactNode;
  /** Where to read more. */
  link?: ReactNode;
};

/** What a list shows when there is nothing in it. */
export function EmptyState({ icon, title, isPage, children, action, link }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      {icon && (
        <div className={classes.icon} aria-hidden>
          {icon}
        </div>
      )}
      {isPage ? (
        <h1 className={classes.title}>{title}</h1>
      ) : (
        <p className={classes.title}>{title}</p>
      )}
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
