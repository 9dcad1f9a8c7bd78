import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { ConfirmContext, type ConfirmOptions } from './use-confirm.ts';

type Asked = { id: number; options: ConfirmOptions; answer: (yes: boolean) => void };

const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

/** Provides {@link useConfirm} to everything below. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);

  const confirm = useCallback(
    (options: ConfirmOptions) =>
      new Promise<boolean>((answer) => {
        setAsked((before) => {
          before?.answer(false);
          return { id: (before?.id ?? 0) + 1, options, answer };
        });
      }),
    [],
  );

  return (
    <ConfirmContext value={confirm}>
      {children}
      {asked && (
        <Suspense>
          <ConfirmDialog
            key={asked.id}
            {...asked.options}
            answer={asked.answer}
            onClosed={() => setAsked((now) => (now?.id === asked.id ? null : now))}
          />
        </Suspense>
      )}
    </ConfirmContext>
  );
}
