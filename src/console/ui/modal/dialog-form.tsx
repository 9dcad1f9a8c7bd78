import { Button, Stack } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { attempt } from '../feedback/attempt.ts';
import { DialogFooter } from './dialog-footer.tsx';
import { DirtyGuard } from './dirty-guard.tsx';

type DialogFormProps = {
  /** The label of the submit button. */
  label: string;
  onSubmit: () => unknown;
  /** Whether closing the dialog would lose changes. */
  dirty?: boolean;
  /** Whether the action cannot be undone. */
  danger?: boolean;
  disabled?: boolean;
  cancel?: string;
  /** What Cancel does instead of closing the dialog. */
  onCancel?: () => void;
  children: ReactNode;
};

/** A small form in a dialog. Enter and the button submit it, once at a time. */
export function DialogForm(props: DialogFormProps) {
  const { label, onSubmit, dirty = false, danger, disabled, cancel, onCancel, children } = props;
  const [busy, setBusy] = useState(false);
  const atWork = useRef(false);
  return (
    <form
      noValidate
      onSubmit={async (event) => {
        event.preventDefault();
        if (atWork.current || disabled) return;
        atWork.current = true;
        setBusy(true);
        await attempt(async () => onSubmit());
        atWork.current = false;
        setBusy(false);
      }}
    >
      <DirtyGuard when={dirty} saving={() => atWork.current} />
      <Stack gap="md">
        {children}
        <DialogFooter cancel={cancel} onCancel={onCancel}>
          <Button
            type="submit"
            color={danger ? 'red' : undefined}
            loading={busy}
            disabled={disabled}
          >
            {label}
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  );
}
