import { Button, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FlowControl } from './flow/use-flow.ts';

type AuthFlowViewProps = {
  control: FlowControl;
  /** The number of fields the form will have, for its skeleton. */
  fields: number;
  children: ReactNode;
};

/** A flow on its screen: a skeleton while it loads, then the form, or why there is none. */
export function AuthFlowView({ control, fields, children }: AuthFlowViewProps) {
  if (control.status === 'failed') {
    return (
      <Stack gap="md" role="alert">
        <Text>{control.error}</Text>
        <Button size="md" onClick={control.restart}>
          Try again
        </Button>
      </Stack>
    );
  }
  if (control.status === 'loading') {
    return (
      <Stack gap="md" role="status" aria-label="Loading">
        {Array.from({ length: fields }, (_, field) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical boxes in a fixed order
          <Stack key={field} gap={6}>
            <Skeleton height={14} width={72} />
            <Skeleton height={40} />
          </Stack>
        ))}
        <Skeleton height={40} />
      </Stack>
    );
  }
  return children;
}
