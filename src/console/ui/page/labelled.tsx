import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Something to read or copy, under a small label. */
export function Labelled({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        {label}
      </Text>
      {children}
    </div>
  );
}
