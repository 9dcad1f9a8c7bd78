import { useEffect, useState } from 'react';
import { useLatest } from '#console/ui/use-latest.ts';
import type { ModalState } from './modal-context.ts';
import { useConfirm } from './use-confirm.ts';

/** The open dialogs, topmost last. */
let stack: readonly { state: ModalState }[] = [];

/** How a dialog closes: only the topmost one, and never with unsaved changes without asking. */
export function useModalState(opened: boolean, onClose: () => void): ModalState {
  const confirm = useConfirm();
  const latest = useLatest({ opened, onClose, confirm });

  const [state] = useState(() => {
    const guards = new Set<() => boolean>();
    return {
      close: async () => {
        if (stack.at(-1)?.state !== state) return;
        const isDirty = [...guards].some((guard) => guard());
        if (!isDirty || (await latest.current.confirm(question))) latest.current.onClose();
      },
      done: () => latest.current.onClose(),
      isOpen: () => latest.current.opened,
      guard: (isDirty: () => boolean) => {
        guards.add(isDirty);
        return () => guards.delete(isDirty);
      },
    };
  });

  useEffect(() => {
    if (!opened) return;
    // An object of its own, since the dialog may be open again before this is removed.
    const entry = { state };
    stack = [...stack, entry];
    return () => {
      // Only once every listener has seen the key; otherwise Escape would also close the dialog below.
      setTimeout(() => {
        stack = stack.filter((each) => each !== entry);
      });
    };
  }, [opened, state]);

  return state;
}

const question = {
  title: 'Discard changes?',
  body: "Your changes won't be saved.",
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
  danger: true,
  focusCancel: true,
};
