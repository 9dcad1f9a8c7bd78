import { Button } from '@mantine/core';
import { IconBan, IconClockCog, IconHistory } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import { flatten, paged } from '#console/api/query/paging.ts';
import { ExportMenu } from '#console/modules/filter/export-menu.tsx';
import { FilterBar, NoRows } from '#console/modules/filter/filter-bar.tsx';
import { FilterSelect } from '#console/modules/filter/filter-select.tsx';
import {
  choiceFilter,
  filterSet,
  idFilter,
  textFilter,
} from '#console/modules/filter/filter-set.ts';
import { FilteredList, ListActions } from '#console/modules/filter/filtered-list.tsx';
import { ProjectFilter } from '#console/modules/filter/project-filter.tsx';
import { TimeFilter } from '#console/modules/filter/time-filter.tsx';
import { type Filters, useFilters } from '#console/modules/filter/use-filters.ts';
import {
  type NewRows,
  POLL_LIMIT,
  pollOptions,
  useNewRows,
} from '#console/modules/filter/use-new-rows.ts';
import { useOpenRow } from '#console/modules/filter/use-open-row.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { timeColumn } from '#console/ui/table/columns.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import type { Column } from '#console/ui/table/data-table-types.ts';
import {
  getListAuditEntriesInfiniteQueryKey,
  getListAuditEntriesUrl,
  useListAuditEntries,
  useListAuditEntriesInfinite,
} from '#generated/api/audit/audit.ts';
import { AuditTargetType } from '#generated/model/auditTargetType.zod.ts';
import type { AuditEntry, AuditOutcome, ListAuditEntriesParams } from '#generated/model/index.ts';
import { ActorFilter } from './actor-filter.tsx';
import classes from './audit.module.css';
import { changesLine } from './change-words.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { actorLabel, describeEntry, wordsFor } from './entry-words.ts';
import { RetentionDialog } from './retention-dialog.tsx';

type AuditFilterValues = {
  q: string;
  type: AuditTargetType | null;
  outcome: AuditOutcome | null;
  actor: string | null;
  project: string | null;
  target: string | null;
};

const auditFilters = filterSet<ListAuditEntriesParams, AuditFilterValues>({
  q: textFilter('q'),
  type: choiceFilter('target_type', AuditTargetType.options),
  outcome: choiceFilter('outcome', ['done', 'refused']),
  actor: idFilter('actor_id'),
  project: idFilter('project_id'),
  target: idFilter('target_id'),
});

/** `/orgs/:orgId/settings/audit-log`: every change in the organisation, newest first. */
export function AuditPage() {
  const { orgId = '' } = useParams();
  const [isKeeping, setKeeping] = useState(false);
  const filters = useFilters(auditFilters);
  const { params, opened } = filters;
  const entry = useOpenRow('entry');
  const query = useListAuditEntriesInfinite(orgId, params, {
    query: { ...paged, placeholderData: keepPreviousData },
  });
  const rows = useMemo(() => flatten(query.data), [query.data]);
  const fresh = useNewEntries(orgId, params, rows, opened);
  const { page_limit: _, ...exported } = params;

  return (
    <Page
      title="Audit log"
      area="Settings"
      fill
      actions={
        <ListActions>
          <Button variant="default" leftSection={<IconClockCog />} onClick={() => setKeeping(true)}>
            Retention
          </Button>
          <ExportMenu
            label="Export"
            name="audit-log"
            url={getListAuditEntriesUrl(orgId, exported)}
          />
        </ListActions>
      }
    >
      <AuditFilterBar orgId={orgId} filters={filters} rows={rows} />
      <FilteredList isStale={query.isPlaceholderData} fresh={fresh}>
        <DataTable
          label="Audit log"
          columns={auditColumns}
          rows={rows}
          query={query}
          href={entry.href}
          activeKey={entry.id}
          empty={
            <NoRows what="entries" filters={filters}>
              <EmptyState icon={<IconHistory />} title="Nothing recorded yet">
                Every change in this organisation appears here: who made it, what it was before and
                after, and where it came from.
              </EmptyState>
            </NoRows>
          }
        />
      </FilteredList>
      <EntryDialog
        orgId={orgId}
        entryId={entry.id}
        known={rows.find(({ id }) => id === entry.id)}
        onClose={() => entry.open(null)}
      />
      <RetentionDialog orgId={orgId} opened={isKeeping} onClose={() => setKeeping(false)} />
    </Page>
  );
}

type AuditFilters = Filters<(typeof auditFilters)['none'], ListAuditEntriesParams>;

interface AuditFilterBarProps {
  orgId: string;
  filters: AuditFilters;
  /** The entries that are shown. */
  rows: readonly AuditEntry[];
}

const OUTCOMES: { value: AuditOutcome; label: string }[] = [
  { value: 'done', label: 'Changes' },
  { value: 'refused', label: 'Refused attempts' },
];
const TARGET_TYPES = AuditTargetType.options.map((value) => {
  const { many } = wordsFor(value);
  return { value, label: many.charAt(0).toUpperCase() + many.slice(1) };
});

/** The filters of the audit log. */
function AuditFilterBar({ orgId, filters, rows }: AuditFilterBarProps) {
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
            data={TARGET_TYPES}
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
            data={OUTCOMES}
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

/** Columns of the audit log. */
const auditColumns: readonly Column<AuditEntry>[] = [
  timeColumn('Time', (entry) => entry.last_at, { width: '88px' }),
  {
    header: 'Who',
    width: 'minmax(0, 1fr)',
    cell: (entry) => actorLabel(entry.actor),
  },
  {
    header: 'What',
    width: 'minmax(0, 1.6fr)',
    cell: (entry) => (
      <span className={classes.what} data-refused={entry.outcome === 'refused' || undefined}>
        {entry.outcome === 'refused' && <IconBan aria-label="Refused" />}
        <span className="tl-truncate">{describeEntry(entry)}</span>
        {entry.outcome === 'refused' && entry.count > 1 && <span>{entry.count}×</span>}
      </span>
    ),
  },
  {
    header: 'Changes',
    width: 'minmax(0, 2fr)',
    hideBelow: 'md',
    cell: (entry) => <span className={classes.changes}>{changesLine(entry)}</span>,
  },
  {
    header: 'From',
    width: '128px',
    hideBelow: 'lg',
    cell: (entry) => <span className="tl-mono">{entry.network ?? '–'}</span>,
  },
];

const POLL_MS = 5000;

/**
 * Counts the entries that are newer than those shown, while the page is visible. They are shown on demand.
 * @param opened when the log was first loaded (RFC 3339)
 */
function useNewEntries(
  orgId: string,
  params: ListAuditEntriesParams,
  rows: readonly AuditEntry[],
  opened: string,
): NewRows {
  const since = rows[0]?.created_at ?? opened;
  const poll = useListAuditEntries(
    orgId,
    { ...params, page_limit: POLL_LIMIT, created_after: since },
    pollOptions(POLL_MS),
  );
  const known = new Set(rows.slice(0, POLL_LIMIT).map(({ id }) => id));
  const fresh = (poll.data?.results ?? []).filter(({ id }) => !known.has(id)).length;
  const more = poll.data?.pagination.has_next ? '+' : '';
  const show = useNewRows(getListAuditEntriesInfiniteQueryKey(orgId, params));
  return { label: fresh === 0 ? null : `${fresh}${more} new`, show };
}
