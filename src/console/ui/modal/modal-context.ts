import { createContext, useContext } from 'react';

/** What a dialog is for what is in it. */
export type ModalState = {
  /** Closes the dialog; asks first when something in it would be lost. */
  close: () => void;
  isOpen: () => boolean;
  /** Has `isDirty` asked before the dialog closes. Returns how to take it back. */
  guard: (isDirty: () => boolean) => () => void;
};

export const ModalContext = createContext<ModalState | null>(null);

/** The dialog that this is in; null on a page. */
export function useModal(): ModalState | null {
  return useContext(ModalContext);
}
