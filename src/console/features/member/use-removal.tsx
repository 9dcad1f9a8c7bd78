import { type ReactNode, useRef, useState } from 'react';
import { type Removal, RemovalDialog } from './removal-dialog.tsx';

/** Asks before people are removed or leave. `dialog` belongs into the page. */
export function useRemoval(): {
  /** @returns whether they were removed */
  ask: (removal: Removal) => Promise<boolean>;
  dialog: ReactNode;
} {
  const [removal, setRemoval] = useState<Removal | null>(null);
  const settle = useRef<(() => void) | null>(null);

  const ask = (asked: Removal) =>
    new Promise<boolean>((resolve) => {
      let isDone = false;
      settle.current = () => resolve(isDone);
      setRemoval({
        ...asked,
        async onConfirm(keep) {
          isDone = await asked.onConfirm(keep);
          return isDone;
        },
      });
    });
  const close = () => {
    setRemoval(null);
    settle.current?.();
    settle.current = null;
  };
  const dialog = removal && <RemovalDialog removal={removal} onClosed={close} />;
  return { ask, dialog };
}
