import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { TaskAddress } from '#console/modules/task/task-address.ts';
import { MenuHost } from '#console/ui/menu/menu-anchor.tsx';
import { useDisclosure } from '#console/ui/menu/use-disclosure.ts';
import { onDemand } from '#console/ui/on-demand.tsx';
import { useIdleLoad } from '#console/ui/use-idle-load.ts';
import type { RunInputs } from '#generated/model/index.ts';
import classes from './run-panel.module.css';

const load = () => import('./past-runs.tsx');
const PastRuns = onDemand(load, 'PastRuns');

interface HistoryMenuProps {
  address: TaskAddress;
  /** Called with the inputs of the chosen run. */
  onPick: (inputs: RunInputs) => void;
}

/** Fills the form from one of the task's recent runs. */
export function HistoryMenu({ address, onPick }: HistoryMenuProps) {
  const runs = useDisclosure('dialog');
  useIdleLoad(load);
  return (
    <MenuHost>
      <Button {...runs.button} variant="subtle" leftSection={<IconHistory />}>
        <span className={classes.barText}>From history</span>
      </Button>
      {runs.opened && <PastRuns address={address} onPick={onPick} onClose={runs.close} />}
    </MenuHost>
  );
}
