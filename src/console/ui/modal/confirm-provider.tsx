import { type ReactNode, useCallback, useRef, useState } from 'react';
import { onDemand } from '#console/ui/on-demand.tsx';
import { ConfirmContext, type ConfirmOptions } from './use-confirm.ts';

type Question = { id: number; options: ConfirmOptions; resolve: (yes: boolean) => void };

const ConfirmDialog = onDemand(() => import('./confirm-dialog.tsx'), 'ConfirmDialog');

/** Provides {@link useConfirm} to everything below. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);

  const asked = useRef<Question>(null);

  const confirm = useCallback(
    (options: ConfirmOptions) =>
      new Promise<boolean>((resolve) => {
        const before = asked.current;
        before?.resolve(false);
        asked.current = { id: (before?.id ?? 0) + 1, options, resolve };
        setQuestion(asked.current);
      }),
    [],
  );

  return (
    <ConfirmContext value={confirm}>
      {children}
      {question && (
        <ConfirmDialog
          key={question.id}
          {...question.options}
          resolve={question.resolve}
          onClosed={() => setQuestion((now) => (now?.id === question.id ? null : now))}
        />
      )}
    </ConfirmContext>
  );
}
