import { Text } from '@mantine/core';
import { TransferProgress } from '#console/modules/transfer/transfer-progress.tsx';
import { shareOf } from '#console/modules/transfer/transfer-state.ts';
import type { useProjectCopy } from './use-project-copy.ts';

interface CopyProgressProps {
  copy: ReturnType<typeof useProjectCopy>;
  /** What is going on, e.g. `Copying the project`. */
  label: string;
}

/** How far the creation of a project is, or why it failed. */
export function CopyProgress({ copy, label }: CopyProgressProps) {
  if (copy.error !== null)
    return (
      <Text c="var(--mantine-color-error)" role="alert">
        {copy.error}
      </Text>
    );
  if (!copy.isBusy) return null;
  return (
    <TransferProgress
      label={label}
      share={copy.transfer && shareOf(copy.transfer)}
      isCancelling={copy.isCancelling}
      onCancel={() => void copy.cancel()}
    />
  );
}
