import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { FilterSelect } from '#console/modules/filter/filter-select.tsx';
import classes from '#console/modules/filter/filters.module.css';
import { TimeFilter } from '#console/modules/filter/time-filter.tsx';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import { sourceLabel } from '../run-columns.tsx';
import { CallerFilter } from './caller-filter.tsx';
import { countFilters, isFiltered, noFilters, type RunFilters, runSources } from './run-filters.ts';
import { StatusFilter } from './status-filter.tsx';
import { RevisionFilter, TaskFilter } from './task-filter.tsx';

interface RunFilterBarProps {
  filters: RunFilters;
  onChange: (filters: RunFilters) => void;
}

const validities = [
  { value: 'yes', label: 'Valid output' },
  { value: 'no', label: 'Invalid output' },
];

/** The filters of the run list. */
export function RunFilterBar({ filters, onChange }: RunFilterBarProps) {
  const set = (change: Partial<RunFilters>) => onChange({ ...filters, ...change });
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const hidden = countFilters({ ...filters, q: '', status: [] });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would take up space
    <div className={classes.filters} role="group" aria-label="Filter runs">
      <SearchInput
        label="Search runs"
        placeholder="Search inputs and tasks"
        value={filters.q}
        onChange={(q) => set({ q })}
      />
      <StatusFilter value={filters.status} onChange={(status) => set({ status })} />
      <Button
        variant="default"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {hidden === 0 ? 'Filters' : `Filters · ${hidden}`}
      </Button>
      <div id={id} className={classes.rest} data-open={isOpen || undefined}>
        <TaskFilter value={filters.task} onChange={(task) => set({ task, revision: null })} />
        {filters.task && (
          <RevisionFilter
            taskId={filters.task}
            value={filters.revision}
            onChange={(revision) => set({ revision })}
          />
        )}
        <FilterSelect
          aria-label="Source"
          placeholder="Any source"
          data={runSources.map((value) => ({ value, label: sourceLabel(value) }))}
          value={filters.source}
          onChange={(value) =>
            set({ source: runSources.find((source) => source === value) ?? null })
          }
        />
        <FilterSelect
          aria-label="Validity"
          placeholder="Any output"
          data={validities}
          value={filters.valid === null ? null : filters.valid ? 'yes' : 'no'}
          onChange={(value) => set({ valid: value === null ? null : value === 'yes' })}
        />
        <CallerFilter value={filters.caller} onChange={(caller) => set({ caller })} />
        <TimeFilter value={filters} onChange={set} />
      </div>
      {isFiltered(filters) && (
        <Button variant="subtle" onClick={() => onChange(noFilters)}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
