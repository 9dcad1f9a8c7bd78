import { createContext, useContext } from 'react';

/** What a dialog provides to its content. */
export type ModalState = {
  /** Closes the dialog; asks first when there are unsaved changes. */
  close: () => void;
  /** Closes the dialog without asking, when its work is done. */
  done: () => void;
  isOpen: () => boolean;
  /** Checks `isDirty` before the dialog closes. Returns the cleanup function. */
  guard: (isDirty: () => boolean) => () => void;
};

export const ModalContext = createContext<ModalState | null>(null);

/** The surrounding dialog; null on a page. */
export function useModal(): ModalState | null {
  return useContext(ModalContext);
}
