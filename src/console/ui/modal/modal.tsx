import { Modal as MantineModal } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isFocusLost } from '../keyboard/focus.ts';
import { useReturnFocus } from '../keyboard/use-return-focus.ts';
import { useLatest } from '../use-latest.ts';
import { ModalContext, type ModalState } from './modal-context.ts';
import { useConfirm } from './use-confirm.ts';
import '@mantine/core/styles/Modal.css';

type ModalProps = {
  /** Absent in a dialog that is open from its first render, and closes by itself. */
  opened?: boolean;
  onClose?: () => void;
  /** Called 200 ms after closing, once the animation is over. Clear what was shown here. */
  onClosed?: () => void;
  title: string;
  /** `wide` has room for three columns. */
  size?: 'sm' | 'md' | 'lg' | 'xl' | 'wide';
  /** False: no close button, no Escape, no outside click. */
  closable?: boolean;
  /** A function gets what closes the dialog without asking. */
  children: ReactNode | ((done: () => void) => ReactNode);
};

/**
 * A dialog. It asks before closing with unsaved changes: those of a `Form`, or those reported by a
 * `DirtyGuard`.
 */
export function Modal(props: ModalProps) {
  const { onClose, onClosed, title, size = 'md', closable = true, children } = props;
  const [isOpen, setOpen] = useState(true);
  const opened = props.opened ?? isOpen;
  useAfterClose(opened, onClosed);
  useReturnFocus(opened);
  const root = useTitleFocus(opened, title);
  const state = useModalState(opened, () => {
    setOpen(false);
    onClose?.();
  });
  return (
    <MantineModal
      ref={root}
      opened={opened}
      onClose={state.close}
      title={title}
      size={size === 'wide' ? 1200 : size}
      withCloseButton={closable}
      closeOnEscape={closable}
      closeOnClickOutside={closable}
      // Mantine's own handling misses dialogs that are open from the start and menus that have unmounted.
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // Not a banner landmark: screen readers would find two headers.
      attributes={{ header: { role: 'none' } }}
    >
      <ModalContext value={state}>
        {typeof children === 'function' ? children(state.done) : children}
      </ModalContext>
    </MantineModal>
  );
}

/** The open dialogs, topmost last. */
let stack: readonly { state: ModalState }[] = [];

const DISCARD_QUESTION = {
  title: 'Discard changes?',
  body: "Your changes won't be saved.",
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
  danger: true,
  focusCancel: true,
};

/** How a dialog closes: only the topmost one, and never with unsaved changes without asking. */
function useModalState(opened: boolean, onClose: () => void): ModalState {
  const confirm = useConfirm();
  const latest = useLatest({ opened, onClose, confirm });

  const [state] = useState(() => {
    const guards = new Set<() => boolean>();
    return {
      close: async () => {
        if (stack.at(-1)?.state !== state) return;
        const isDirty = [...guards].some((guard) => guard());
        if (!isDirty || (await latest.current.confirm(DISCARD_QUESTION))) latest.current.onClose();
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

const FOCUSABLE = 'input:not([type="hidden"]), textarea, select, button, [tabindex="0"]';

/**
 * When the content is replaced, for instance a form by the new key, the title changes too. The new content then takes
 * focus, which would otherwise be lost to the page behind the dialog.
 */
function useTitleFocus(opened: boolean, title: string) {
  const root = useRef<HTMLDivElement>(null);
  const shown = useRef(title);

  useEffect(() => {
    const isNew = shown.current !== title;
    shown.current = title;
    if (!opened || !isNew || !isFocusLost()) return;
    const body = root.current?.querySelector('.mantine-Modal-body');
    const first = body?.querySelector('[data-autofocus]') ?? body?.querySelector(FOCUSABLE);
    if (first instanceof HTMLElement) first.focus();
  }, [opened, title]);

  return root;
}

/** The duration of the closing animation. */
const CLOSE_MS = 200;

/** Calls back 200 ms after `opened` went from true to false. */
export function useAfterClose(opened: boolean, onClosed?: () => void): void {
  const wasOpen = useRef(opened);
  const latest = useRef(onClosed);

  useEffect(() => {
    latest.current = onClosed;
  });

  useEffect(() => {
    const closed = wasOpen.current && !opened;
    wasOpen.current = opened;
    if (!closed) return;
    const timer = setTimeout(() => latest.current?.(), CLOSE_MS);
    return () => clearTimeout(timer);
  }, [opened]);
}
