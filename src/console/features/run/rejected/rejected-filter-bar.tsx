import { FilterBar } from '#console/modules/filter/filter-bar.tsx';
import { FilterSelect } from '#console/modules/filter/filter-select.tsx';
import { TimeFilter } from '#console/modules/filter/time-filter.tsx';
import type { ProblemCode } from '#generated/model/index.ts';
import { PROBLEMS } from '#generated/problems/problems.ts';
import { CallerFilter } from '../filters/caller-filter.tsx';
import { TaskFilter } from '../filters/task-filter.tsx';
import { type RejectedFilters, rejectionCodes } from './rejected-filters.ts';

/** The filters of the list of rejected calls. */
export function RejectedFilterBar({ filters }: { filters: RejectedFilters }) {
  const { values, set } = filters;
  const codes = new Set<ProblemCode>([...rejectionCodes, ...(values.code ? [values.code] : [])]);
  return (
    <FilterBar what="rejected calls" filters={filters}>
      <FilterSelect
        aria-label="Reason"
        placeholder="Any reason"
        wide
        data={[...codes].map((code) => ({
          value: code,
          label: `${PROBLEMS[code][0]} ${PROBLEMS[code][1]}`,
        }))}
        value={values.code}
        onChange={(code) => set({ code })}
      />
      <TaskFilter value={values.task} onChange={(task) => set({ task })} />
      <CallerFilter value={values.caller} onChange={(caller) => set({ caller })} />
      <TimeFilter value={values} onChange={set} />
    </FilterBar>
  );
}
