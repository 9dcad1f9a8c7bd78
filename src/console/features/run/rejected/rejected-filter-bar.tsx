import { Button } from '@mantine/core';
import { FilterSelect } from '#console/modules/filter/filter-select.tsx';
import classes from '#console/modules/filter/filters.module.css';
import { TimeFilter } from '#console/modules/filter/time-filter.tsx';
import type { ProblemCode } from '#generated/model/index.ts';
import { PROBLEMS } from '#generated/problems/problems.ts';
import { CallerFilter } from '../filters/caller-filter.tsx';
import { TaskFilter } from '../filters/task-filter.tsx';
import { noRejectedFilters, type RejectedFilters, rejectionCodes } from './rejected-filters.ts';

interface RejectedFilterBarProps {
  filters: RejectedFilters;
  onChange: (filters: RejectedFilters) => void;
}

/** The filters of the list of rejected calls. */
export function RejectedFilterBar({ filters, onChange }: RejectedFilterBarProps) {
  const set = (change: Partial<RejectedFilters>) => onChange({ ...filters, ...change });
  const isFiltered = Object.values(filters).some((value) => value !== null);
  const codes: ProblemCode[] = [...rejectionCodes];
  if (filters.code && !codes.includes(filters.code)) codes.push(filters.code);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would take up space
    <div className={classes.filters} role="group" aria-label="Filter rejected calls">
      <FilterSelect
        aria-label="Reason"
        placeholder="Any reason"
        wide
        data={codes.map((code) => ({
          value: code,
          label: `${PROBLEMS[code][0]} ${PROBLEMS[code][1]}`,
        }))}
        value={filters.code}
        onChange={(code) => set({ code })}
      />
      <TaskFilter value={filters.task} onChange={(task) => set({ task })} />
      <CallerFilter value={filters.caller} onChange={(caller) => set({ caller })} />
      <TimeFilter value={filters} onChange={set} />
      {isFiltered && (
        <Button variant="subtle" onClick={() => onChange(noRejectedFilters)}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
