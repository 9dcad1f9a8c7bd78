import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog-footer.module.css';
import { useModal } from './modal-context.ts';

type DialogFooterProps = {
  /** The label of the button that closes the dialog; null for no button. */
  cancel?: string | null;
  /** What that button does instead of closing. */
  onCancel?: () => void;
  /** Focuses that button when the dialog opens. */
  focusCancel?: boolean;
  /** Content at the left. */
  start?: ReactNode;
  /** The dialog's primary action, at the right. */
  children?: ReactNode;
};

/** The footer of every dialog: Cancel, then the action. */
export function DialogFooter(props: DialogFooterProps) {
  const { cancel = 'Cancel', onCancel, focusCancel, start, children } = props;
  const modal = useModal();
  return (
    <footer className={classes.footer}>
      {start && <div className={classes.start}>{start}</div>}
      {cancel !== null && (
        <Button
          variant="default"
          onClick={onCancel ?? modal?.close}
          data-autofocus={focusCancel || undefined}
        >
          {cancel}
        </Button>
      )}
      {children}
    </footer>
  );
}
