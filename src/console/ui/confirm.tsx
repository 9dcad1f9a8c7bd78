import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useState,
} from 'react';

export type ConfirmOptions = {
  title: string;
  /** What goes with it, in a sentence. */
  body: ReactNode;
  /** What the button does: `Delete task`. */
  confirmLabel: string;
  /** What the other button says: `Cancel`. */
  cancelLabel?: string;
  danger?: boolean;
  /** Enter does not agree: the other button has the focus. */
  careful?: boolean;
  /** Must be typed before the button works. */
  typeName?: string;
};

type Asked = { id: number; options: ConfirmOptions; answer: (yes: boolean) => void };

const ConfirmContext = createContext<((options: ConfirmOptions) => Promise<boolean>) | null>(null);

const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

/** Lets everything below ask with {@link useConfirm}. */
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

/**
 * Asks before something that cannot be undone.
 * @returns a function that resolves with whether the person agreed
 */
export function useConfirm(): (options: ConfirmOptions) => Promise<boolean> {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error('useConfirm needs a ConfirmProvider above it');
  return confirm;
}
