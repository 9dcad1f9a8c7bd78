import { createContext, type ReactNode, useContext } from 'react';

export type ConfirmOptions = {
  title: string;
  /** One sentence on what else is affected. */
  body: ReactNode;
  /** The label of the confirm button, e.g. `Delete task`. */
  confirmLabel: string;
  /** The label of the other button, `Cancel` by default. */
  cancelLabel?: string;
  danger?: boolean;
  /** Enter must not confirm: the other button has focus. */
  focusCancel?: boolean;
  /** Must be typed before the confirm button is enabled. */
  typeName?: string;
};

export const ConfirmContext = createContext<((options: ConfirmOptions) => Promise<boolean>) | null>(
  null,
);

/**
 * Asks for confirmation before something that cannot be undone.
 * @returns a function that resolves with whether the person confirmed
 */
export function useConfirm(): (options: ConfirmOptions) => Promise<boolean> {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error('useConfirm must be used inside a ConfirmProvider');
  return confirm;
}
