import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import classes from './errors.module.css';

type FullScreenErrorProps = { error: unknown; onRetry?: () => void; action?: ReactNode };

/** Shown when the console can't start or can't continue. */
export function FullScreenError({ error, onRetry, action }: FullScreenErrorProps) {
  return (
    <main className={classes.center}>
      <ErrorState
        error={error}
        onRetry={onRetry}
        action={
          action ?? (
            <Button variant="subtle" onClick={() => globalThis.location.reload()}>
              Reload
            </Button>
          )
        }
      />
    </main>
  );
}
