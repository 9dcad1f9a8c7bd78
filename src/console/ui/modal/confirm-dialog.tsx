import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { submits } from '../form/submits.ts';
import { DialogFooter } from './dialog-footer.tsx';
import { Modal } from './modal.tsx';
import type { Question } from './use-confirm.ts';

type ConfirmDialogProps = Question & {
  resolve: (yes: boolean) => void;
  onClosed: () => void;
};

/** The dialog behind `useConfirm`. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, body, confirmLabel, cancelLabel, danger, focusCancel, typeName } = props;
  const { resolve, onClosed } = props;
  const [opened, setOpened] = useState(true);
  const [typed, setTyped] = useState('');
  const ready = typeName === undefined || typed.trim() === typeName.trim();

  const close = (yes: boolean) => {
    setOpened(false);
    resolve(yes);
  };

  return (
    <Modal opened={opened} onClose={() => close(false)} onClosed={onClosed} title={title}>
      <form onSubmit={submits(() => ready && close(true))}>
        <Stack gap="md">
          <Text component="div">{body}</Text>
          {typeName !== undefined && (
            <TextInput
              label={
                <>
                  Type <strong>{typeName}</strong> to confirm
                </>
              }
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
            />
          )}
          <DialogFooter cancel={cancelLabel} focusCancel={focusCancel}>
            <Button
              type="submit"
              color={danger ? 'red' : 'ink'}
              disabled={!ready}
              data-autofocus={(typeName === undefined && !focusCancel) || undefined}
            >
              {confirmLabel}
            </Button>
          </DialogFooter>
        </Stack>
      </form>
    </Modal>
  );
}
