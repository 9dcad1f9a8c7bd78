import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { FilterSelect } from '#console/modules/filter/filter-select.tsx';
import filterClasses from '#console/modules/filter/filters.module.css';
import { ProjectFilter } from '#console/modules/filter/project-filter.tsx';
import { TimeFilter } from '#console/modules/filter/time-filter.tsx';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import type { AuditEntry } from '#generated/model/index.ts';
import { ActorFilter } from './actor-filter.tsx';
import { type AuditFilters, countFilters, noFilters } from './audit-filters.ts';
import { targetLabels } from './entry-words.ts';

interface AuditFilterBarProps {
  orgId: string;
  filters: AuditFilters;
  /** The entries that are shown. */
  rows: readonly AuditEntry[];
  onChange: (filters: AuditFilters) => void;
}

const outcomes = [
  { value: 'done', label: 'Changes' },
  { value: 'refused', label: 'Refused attempts' },
];
const types = Object.entries(targetLabels).map(([value, [, many]]) => ({
  value,
  label: many.charAt(0).toUpperCase() + many.slice(1),
}));

/** The filters of the audit log. */
export function AuditFilterBar({ orgId, filters, rows, onChange }: AuditFilterBarProps) {
  const set = (change: Partial<AuditFilters>) => onChange({ ...filters, ...change });
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const hidden = countFilters({ ...filters, q: '' });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would take up space
    <div className={filterClasses.filters} role="group" aria-label="Filter the audit log">
      <SearchInput
        label="Search the audit log"
        placeholder="Search people, things and actions"
        value={filters.q}
        onChange={(q) => set({ q })}
      />
      <Button
        variant="default"
        className={filterClasses.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {hidden === 0 ? 'Filters' : `Filters · ${hidden}`}
      </Button>
      <div id={id} className={filterClasses.rest} data-open={isOpen || undefined}>
        <FilterSelect
          aria-label="Type"
          placeholder="Anything"
          searchable
          data={types}
          value={filters.type}
          onChange={(type) => set({ type: type as AuditFilters['type'] })}
        />
        <ActorFilter
          orgId={orgId}
          rows={rows}
          value={filters.actor}
          onChange={(actor) => set({ actor })}
        />
        <ProjectFilter
          orgId={orgId}
          value={filters.project}
          onChange={(project) => set({ project })}
        />
        <FilterSelect
          aria-label="Outcome"
          placeholder="Any outcome"
          data={outcomes}
          value={filters.outcome}
          onChange={(outcome) => set({ outcome: outcome as AuditFilters['outcome'] })}
        />
        <TimeFilter value={filters} onChange={set} />
      </div>
      {countFilters(filters) > 0 && (
        <Button variant="subtle" onClick={() => onChange(noFilters)}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
