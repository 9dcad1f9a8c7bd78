import { FilterBar } from '#console/modules/filter/filter-bar.tsx';
import { FilterSelect } from '#console/modules/filter/filter-select.tsx';
import { ProjectFilter } from '#console/modules/filter/project-filter.tsx';
import { TimeFilter } from '#console/modules/filter/time-filter.tsx';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import { AuditTargetType } from '#generated/model/auditTargetType.zod.ts';
import type { AuditEntry, AuditOutcome } from '#generated/model/index.ts';
import { ActorFilter } from './actor-filter.tsx';
import { type AuditFilters, auditFilters } from './audit-filters.ts';
import { wordsFor } from './entry-words.ts';

interface AuditFilterBarProps {
  orgId: string;
  filters: AuditFilters;
  /** The entries that are shown. */
  rows: readonly AuditEntry[];
}

const outcomes: { value: AuditOutcome; label: string }[] = [
  { value: 'done', label: 'Changes' },
  { value: 'refused', label: 'Refused attempts' },
];
const types = AuditTargetType.options.map((value) => {
  const { many } = wordsFor(value);
  return { value, label: many.charAt(0).toUpperCase() + many.slice(1) };
});

/** The filters of the audit log. */
export function AuditFilterBar({ orgId, filters, rows }: AuditFilterBarProps) {
  const { values, set } = filters;
  return (
    <FilterBar
      what="the audit log"
      filters={filters}
      moreCount={auditFilters.count({ ...values, q: '' })}
      more={
        <>
          <FilterSelect
            aria-label="Type"
            placeholder="Anything"
            searchable
            data={types}
            value={values.type}
            onChange={(type) => set({ type })}
          />
          <ActorFilter
            orgId={orgId}
            rows={rows}
            value={values.actor}
            onChange={(actor) => set({ actor })}
          />
          <ProjectFilter
            orgId={orgId}
            value={values.project}
            onChange={(project) => set({ project })}
          />
          <FilterSelect
            aria-label="Outcome"
            placeholder="Any outcome"
            data={outcomes}
            value={values.outcome}
            onChange={(outcome) => set({ outcome })}
          />
          <TimeFilter value={values} onChange={set} />
        </>
      }
    >
      <SearchInput
        label="Search the audit log"
        placeholder="Search people, things and actions"
        value={values.q}
        onChange={(q) => set({ q })}
      />
    </FilterBar>
  );
}
