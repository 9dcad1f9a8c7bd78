import { Button, Menu } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { FilterBar } from '#console/modules/filter/filter-bar.tsx';
import { FilterSelect } from '#console/modules/filter/filter-select.tsx';
import classes from '#console/modules/filter/filters.module.css';
import { TimeFilter } from '#console/modules/filter/time-filter.tsx';
import { runStatusLabel } from '#console/modules/run/result/run-status.tsx';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import type { RunStatus } from '#generated/model/index.ts';
import { sourceLabel } from '../run-columns.tsx';
import { CallerFilter } from './caller-filter.tsx';
import { type RunFilters, runFilters, runSources, runStatuses } from './run-filters.ts';
import { RevisionFilter, TaskFilter } from './task-filter.tsx';

const validities = [
  { value: 'yes', label: 'Valid output' },
  { value: 'no', label: 'Invalid output' },
];

/** The filters of the run list. */
export function RunFilterBar({ filters }: { filters: RunFilters }) {
  const { values, set } = filters;
  return (
    <FilterBar
      what="runs"
      filters={filters}
      moreCount={runFilters.count({ ...values, q: '', status: [] })}
      more={
        <>
          <TaskFilter value={values.task} onChange={(task) => set({ task, revision: null })} />
          {values.task && (
            <RevisionFilter
              taskId={values.task}
              value={values.revision}
              onChange={(revision) => set({ revision })}
            />
          )}
          <FilterSelect
            aria-label="Source"
            placeholder="Any source"
            data={runSources.map((value) => ({ value, label: sourceLabel(value) }))}
            value={values.source}
            onChange={(source) => set({ source })}
          />
          <FilterSelect
            aria-label="Validity"
            placeholder="Any output"
            data={validities}
            value={values.valid === null ? null : values.valid ? 'yes' : 'no'}
            onChange={(value) => set({ valid: value === null ? null : value === 'yes' })}
          />
          <CallerFilter value={values.caller} onChange={(caller) => set({ caller })} />
          <TimeFilter value={values} onChange={set} />
        </>
      }
    >
      <SearchInput
        label="Search runs"
        placeholder="Search inputs and tasks"
        value={values.q}
        onChange={(q) => set({ q })}
      />
      <StatusFilter value={values.status} onChange={(status) => set({ status })} />
    </FilterBar>
  );
}

/** Filters by one or more statuses. */
function StatusFilter(props: { value: RunStatus[]; onChange: (value: RunStatus[]) => void }) {
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
