import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';

interface DialogFormProps {
  /** What the button says. */
  label: string;
  onSubmit: () => unknown;
  onCancel: () => void;
  children: ReactNode;
}

/** A small form in a dialog: Enter and its button do the thing, once at a time. */
export function DialogForm({ label, onSubmit, onCancel, children }: DialogFormProps) {
  const [busy, setBusy] = useState(false);
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        if (busy) return;
        setBusy(true);
        try {
          await onSubmit();
        } finally {
          setBusy(false);
        }
      }}
    >
      <Stack>
        {children}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
