import { createContext, type ReactNode, useContext } from 'react';
import type { AttemptOptions } from '../feedback/attempt.ts';

export interface Question {
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
}

/** A question, and what is then done (`attempt`). */
export type ConfirmOptions<Result = unknown> = Question &
  Pick<AttemptOptions<Result>, 'area' | 'success'> & { action?: () => Promise<Result> };

type Confirm = <Result>(options: ConfirmOptions<Result>) => Promise<boolean>;

export const ConfirmContext = createContext<Confirm | null>(null);

/**
 * Asks for confirmation before something that cannot be undone.
 * @returns a function that resolves with whether the person confirmed, and the action succeeded
 */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error('useConfirm must be used inside a ConfirmProvider');
  return confirm;
}
