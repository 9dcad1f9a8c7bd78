import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeBlock } from '#console/ui/display/code-block.tsx';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';

type ShownSecretProps = {
  /** What it is the secret of. */
  children: ReactNode;
  secret: string;
  /** How a receiver checks with it. */
  check: string;
  onDone: () => void;
};

/** A secret that signs requests, this once, and how a receiver checks with it. */
export function ShownSecret({ children, secret, check, onDone }: ShownSecretProps) {
  return (
    <Stack gap="md">
      <Text>{children}</Text>
      <CodeBlock code={secret} label="secret" wrap />
      <CheckExample check={check} />
      <DialogFooter cancel={null}>
        <Button onClick={onDone}>I've copied it</Button>
      </DialogFooter>
    </Stack>
  );
}

/** How a receiver checks that a request is ours. */
export function CheckExample({ check }: { check: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        Check a request, with any library for Standard Webhooks
      </Text>
      <CodeBlock code={check} label="example" />
    </div>
  );
}
