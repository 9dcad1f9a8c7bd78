import { FilterBar } from '#console/modules/filter/filter-bar.tsx';
import { FilterSelect } from '#console/modules/filter/filter-select.tsx';
import { TimeFilter } from '#console/modules/filter/time-filter.tsx';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import { sourceLabel } from '../run-columns.tsx';
import { CallerFilter } from './caller-filter.tsx';
import { type RunFilters, runFilters, runSources } from './run-filters.ts';
import { StatusFilter } from './status-filter.tsx';
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
