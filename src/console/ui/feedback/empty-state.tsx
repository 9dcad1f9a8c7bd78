import type { ReactNode } from 'react';
import classes from './state.module.css';

type EmptyStateProps = {
  icon?: ReactNode;
  title: string;
  /** The heading, when it replaces a whole page. */
  isPage?: boolean;
  /** One sentence. */
  children?: ReactNode;
  /** The primary action. */
  action?: ReactNode;
  /** A link to read more. */
  link?: ReactNode;
};

/** Shown when a list is empty. */
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
