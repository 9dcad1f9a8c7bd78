import { Button } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { RunInputs } from '#generated/model/index.ts';
import type { CompareDialogProps } from './compare-dialog.tsx';

const CompareDialog = lazy(() =>
  import('./compare-dialog.tsx').then((m) => ({ default: m.CompareDialog })),
);

interface CompareButtonProps extends Omit<CompareDialogProps, 'inputs' | 'onClose'> {
  disabled: boolean;
  /** The inputs to run on; null when they are not right yet, and the form says why. */
  takeInputs: () => RunInputs | null;
}

/** Opens versions and models beside each other, on the inputs of the form. */
export function CompareButton({ disabled, takeInputs, ...props }: CompareButtonProps) {
  const [inputs, setInputs] = useState<RunInputs | null>(null);
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<IconColumns size={16} stroke={1.5} />}
        disabled={disabled}
        onClick={() => setInputs(takeInputs())}
      >
        Compare
      </Button>
      {inputs && (
        <Suspense>
          <CompareDialog {...props} inputs={inputs} onClose={() => setInputs(null)} />
        </Suspense>
      )}
    </>
  );
}
