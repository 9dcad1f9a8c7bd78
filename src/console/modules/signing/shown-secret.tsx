import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import { Labelled } from '#console/ui/page/labelled.tsx';

type ShownSecretProps = {
  /** Says what the secret is for. */
  children: ReactNode;
  secret: string;
  /** Code that verifies a signature with it. */
  check: string;
  onDone: () => void;
};

/** A signing secret, shown once, with code that verifies signatures. */
export function ShownSecret({ children, secret, check, onDone }: ShownSecretProps) {
  return (
    <Stack gap="md">
      <Text>{children}</Text>
      <CodeBlock code={secret} what="secret" wrap />
      <CheckExample check={check} />
      <DialogFooter cancel={null}>
        <Button onClick={onDone}>I've copied it</Button>
      </DialogFooter>
    </Stack>
  );
}

/** How a receiver verifies that a request comes from us. */
export function CheckExample({ check, focus }: { check: string; focus?: boolean }) {
  return (
    <Labelled label="Verify requests with any Standard Webhooks library">
      <CodeBlock code={check} what="example" data-autofocus={focus} />
    </Labelled>
  );
}
