import { createContext, type ReactNode, useContext } from 'react';

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

export const ConfirmContext = createContext<((options: ConfirmOptions) => Promise<boolean>) | null>(
  null,
);

/**
 * Asks before something that cannot be undone.
 * @returns a function that resolves with whether the person agreed
 */
export function useConfirm(): (options: ConfirmOptions) => Promise<boolean> {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error('useConfirm needs a ConfirmProvider above it');
  return confirm;
}
