import { Button, Menu } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import classes from '#console/modules/filter/filters.module.css';
import { runStatusLabel } from '#console/modules/run/result/run-status.tsx';
import type { RunStatus } from '#generated/model/index.ts';
import { runStatuses } from './run-filters.ts';

/** Filters by one or more statuses. */
export function StatusFilter(props: {
  value: RunStatus[];
  onChange: (value: RunStatus[]) => void;
}) {
  const { value, onChange } = props;
  const toggle = (status: RunStatus) =>
    onChange(
      runStatuses.filter((each) =>
        each === status ? !value.includes(status) : value.includes(each),
      ),
    );
  const shown = value.map(runStatusLabel).join(', ');
  return (
    <Menu position="bottom-start" portalProps={{ target: 'main' }}>
      <Menu.Target>
        <Button
          variant="default"
          fw={400}
          data-empty={value.length === 0 || undefined}
          className={classes.menuButton}
          rightSection={<IconSelector />}
        >
          <span className="tl-truncate">{shown || 'Any status'}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Status">
        {runStatuses.map((status) => (
          <Menu.CheckboxItem
            key={status}
            checked={value.includes(status)}
            onChange={() => toggle(status)}
          >
            {runStatusLabel(status)}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
