import type { ReactNode } from 'react';
import classes from './toolbar.module.css';

/** The row above a list: its search, filters and sort order. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <div className={classes.toolbar}>{children}</div>;
}
