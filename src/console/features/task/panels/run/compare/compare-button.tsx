import { Button } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { toast } from '#console/ui/feedback/toast.ts';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { onDemand } from '#console/ui/on-demand.tsx';
import { useLatest } from '#console/ui/use-latest.ts';
import type { RunInputs, RunTarget } from '#generated/model/index.ts';
import classes from '../run-panel.module.css';
import type { CompareDialogProps } from './compare-dialog.tsx';

const CompareDialog = onDemand(() => import('./compare-dialog.tsx'), 'CompareDialog');

interface CompareButtonProps extends Omit<CompareDialogProps, 'inputs' | 'versions' | 'onClose'> {
  disabled: boolean;
  /** The inputs to run with; null when they are invalid, which the form then shows. */
  takeInputs: () => RunInputs | null;
}

/**
 * Opens a side-by-side comparison of versions and models with the form's inputs. A link can open it and name the
 * versions: `?compare=3,draft`.
 */
export function CompareButton({ disabled, takeInputs, ...props }: CompareButtonProps) {
  const [inputs, setInputs] = useState<RunInputs | null>(null);
  const [param, setParam] = useQueryParam('compare');
  const versions = param?.split(',').filter(Boolean) as RunTarget[] | undefined;
  const open = () => {
    const taken = takeInputs();
    setInputs(taken);
    return taken !== null;
  };
  const latest = useLatest(open);
  useEffect(() => {
    if (param === null || disabled) return;
    if (!latest.current()) toast.info('Enter the inputs, then press Compare.');
  }, [param, disabled]);

  return (
    <>
      <Button variant="subtle" leftSection={<IconColumns />} disabled={disabled} onClick={open}>
        <span className={classes.barText}>Compare</span>
      </Button>
      {inputs && (
        <CompareDialog
          {...props}
          inputs={inputs}
          versions={versions}
          onClose={() => {
            setInputs(null);
            setParam(null);
          }}
        />
      )}
    </>
  );
}
