import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog-footer.module.css';
import { useModal } from './modal-context.ts';

type DialogFooterProps = {
  /** What the button says that closes the dialog; null: there is none. */
  cancel?: string | null;
  /** What that button does instead of closing. */
  onCancel?: () => void;
  /** Gives that button the focus when the dialog opens. */
  focusCancel?: boolean;
  /** What stands apart, at the left. */
  start?: ReactNode;
  /** What the dialog does: one button, at the right end. */
  children?: ReactNode;
};

/** The end of every dialog: Cancel, then what the dialog does. */
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
