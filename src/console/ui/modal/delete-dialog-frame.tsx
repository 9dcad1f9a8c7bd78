import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { attempt } from '../feedback/attempt.ts';
import { ActionButton } from '../form/action-button.tsx';
import { DialogFooter } from './dialog-footer.tsx';
import { Modal } from './modal.tsx';

interface DeleteDialogProps {
  title: string;
  /** The label of the button that deletes. */
  submit: string;
  disabled?: boolean;
  onSubmit: () => Promise<unknown>;
  /** The toast after a success. */
  success: string;
  onClosed: () => void;
  children: ReactNode;
}

/** Asks before something is deleted, where `useConfirm` is too little: there is a choice, or more to say. */
export function DeleteDialogFrame(props: DeleteDialogProps) {
  const { title, submit, disabled, onSubmit, success, onClosed, children } = props;
  return (
    <Modal onClosed={onClosed} title={title}>
      {(done) => (
        <Stack gap="md">
          {children}
          <DialogFooter focusCancel>
            <ActionButton
              color="red"
              disabled={disabled}
              onClick={async () => (await attempt(onSubmit, { success })) && done()}
            >
              {submit}
            </ActionButton>
          </DialogFooter>
        </Stack>
      )}
    </Modal>
  );
}
