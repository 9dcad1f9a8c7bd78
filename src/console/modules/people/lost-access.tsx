import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import classes from './access-watch.module.css';

/** Covers a page that can't be used any more. */
export function LostAccess({ action, children }: { action: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.cover} role="alertdialog" aria-label="You no longer have access">
      <EmptyState title="You no longer have access" action={action}>
        {children}
      </EmptyState>
    </div>
  );
}
