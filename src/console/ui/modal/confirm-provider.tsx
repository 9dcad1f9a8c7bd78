import { type ReactNode, useCallback, useRef, useState } from 'react';
import { onDemand } from '#console/ui/on-demand.tsx';
import { attempt } from '../feedback/attempt.ts';
import { ConfirmContext, type ConfirmOptions, type Question } from './use-confirm.ts';

type Asked = { id: number; options: Question; resolve: (yes: boolean) => void };

const ConfirmDialog = onDemand(() => import('./confirm-dialog.tsx'), 'ConfirmDialog');

/** Provides {@link useConfirm} to everything below. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Asked | null>(null);

  const asked = useRef<Asked>(null);

  const confirm = useCallback(
    async <Result,>({ action, area, success, ...options }: ConfirmOptions<Result>) => {
      const yes = await new Promise<boolean>((resolve) => {
        const before = asked.current;
        before?.resolve(false);
        asked.current = { id: (before?.id ?? 0) + 1, options, resolve };
        setQuestion(asked.current);
      });
      return yes && action ? attempt(action, { area, success }) : yes;
    },
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
