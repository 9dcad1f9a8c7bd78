import { Modal as MantineModal } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useReturnFocus } from '../keyboard/use-return-focus.ts';
import { ModalContext } from './modal-context.ts';
import { useModalState } from './use-modal-state.ts';
import '@mantine/core/styles/Modal.css';

/** How long the closing animation takes. */
const CLOSE_MS = 200;

type ModalProps = {
  opened: boolean;
  onClose: () => void;
  /** Called 200 ms after closing, when the animation is over: the place to empty what was shown. */
  onClosed?: () => void;
  title: string;
  /** `wide`: as wide as three columns need. */
  size?: 'sm' | 'md' | 'lg' | 'xl' | 'wide';
  /** False: no close button, no Escape, no click outside. */
  closable?: boolean;
  children: ReactNode;
};

/** A dialog. It asks before it closes with changes in it: those of a `Form`, or what a `DirtyGuard` tells. */
export function Modal(props: ModalProps) {
  const { opened, onClose, onClosed, title, size = 'md', closable = true, children } = props;
  useAfterClose(opened, onClosed);
  useReturnFocus(opened);
  const state = useModalState(opened, onClose);
  return (
    <MantineModal
      opened={opened}
      onClose={state.close}
      title={title}
      size={size === 'wide' ? 1200 : size}
      withCloseButton={closable}
      closeOnEscape={closable}
      closeOnClickOutside={closable}
      // Mantine's own knows nothing of dialogs that are open from the start, nor of menus that are gone.
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // The dialog's header is not the page's: screen readers would find two.
      attributes={{ header: { role: 'none' } }}
    >
      <ModalContext value={state}>{children}</ModalContext>
    </MantineModal>
  );
}

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
