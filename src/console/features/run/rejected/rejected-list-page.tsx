import { IconCircleCheck } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { FilterBar, NoRows } from '#console/modules/filter/filter-bar.tsx';
import { FilterSelect } from '#console/modules/filter/filter-select.tsx';
import { FilteredList } from '#console/modules/filter/filtered-list.tsx';
import { TimeFilter } from '#console/modules/filter/time-filter.tsx';
import { useFilters } from '#console/modules/filter/use-filters.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { StatusBadge } from '#console/ui/display/status-badge.tsx';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { onDemand } from '#console/ui/on-demand.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { countColumn, timeColumn } from '#console/ui/table/columns.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import type { Column } from '#console/ui/table/data-table-types.ts';
import { useListRejectedCallsInfinite } from '#generated/api/run/run.ts';
import type { ProblemCode, RejectedCallGroup } from '#generated/model/index.ts';
import { PROBLEMS } from '#generated/problems/problems.ts';
import { useDrawerRow } from '../drawer/use-drawer-row.ts';
import { CallerFilter } from '../filters/caller-filter.tsx';
import { TaskFilter } from '../filters/task-filter.tsx';
import { RunTabs } from '../run-tabs.tsx';
import { type RejectedFilters, rejectedFilters, rejectionCodes } from './rejected-filters.ts';
import { reasonOf, targetOf, taskOf, wrongPart } from './rejected-labels.ts';

/** Columns of the table of rejected calls. */
const rejectedColumns: readonly Column<RejectedCallGroup>[] = [
  timeColumn('Last call', ({ last_at }) => last_at, { width: '88px' }),
  {
    header: 'Status',
    width: '56px',
    hideBelow: 'sm',
    cell: ({ status }) => <StatusBadge tone="warning">{status}</StatusBadge>,
  },
  {
    header: 'Reason',
    width: 'minmax(0, 1.2fr)',
    cell: ({ code }) => reasonOf(code),
  },
  {
    header: 'Details',
    width: 'minmax(0, 1.4fr)',
    hideBelow: 'md',
    cell: ({ pointers }) => (
      <span className="tl-mono">{pointers.map(wrongPart).join(', ') || '–'}</span>
    ),
  },
  {
    header: 'Task',
    width: 'minmax(0, 1.2fr)',
    cell: (group) => taskOf(group),
  },
  {
    header: 'Revision',
    width: '96px',
    hideBelow: 'lg',
    cell: (group) => <span className="tl-mono">{targetOf(group)}</span>,
  },
  {
    header: 'Caller',
    width: 'minmax(0, 1fr)',
    hideBelow: 'sm',
    cell: ({ caller }) => caller.name,
  },
  countColumn('Calls', ({ calls }) => calls, { width: '56px' }),
];

const loadDrawer = () => import('./rejected-drawer.tsx');
const preloadDrawer = () => void loadDrawer().catch(() => undefined);
const RejectedDrawer = onDemand(loadDrawer, 'RejectedDrawer');

/** The list is polled while it is visible. */
const RELOAD_MS = 15_000;

/** Rejected calls in groups, most recent first. The details of a group open in a drawer. */
export function RejectedListPage() {
  const { at, projectId } = useActiveProject();
  const list = useRef<HTMLDivElement>(null);
  const filters = useFilters(rejectedFilters);
  const query = useListRejectedCallsInfinite(...at, filters.params, {
    query: { ...paged, placeholderData: keepPreviousData, refetchInterval: RELOAD_MS },
  });
  const rows = useMemo(() => flatten(query.data), [query.data]);
  const drawer = useDrawerRow('group', rows, query, list);

  return (
    <Page title="Rejected calls" area="Runs" tabs={<RunTabs />} fill>
      <RejectedFilterBar filters={filters} />
      <FilteredList isStale={query.isPlaceholderData} ref={list}>
        <DataTable
          label="Rejected calls"
          columns={rejectedColumns}
          rows={rows}
          query={query}
          href={drawer.href}
          onHover={preloadDrawer}
          activeKey={drawer.id}
          empty={
            <NoRows what="rejected calls" filters={filters}>
              <EmptyState
                icon={<IconCircleCheck />}
                title="No rejected calls"
                action={<LinkButton to={paths.runs(projectId)}>View runs</LinkButton>}
              >
                Calls that are rejected before a run starts are counted here by caller and reason.
                Nothing they sent is stored.
              </EmptyState>
            </NoRows>
          }
        />
      </FilteredList>
      {drawer.row && <RejectedDrawer group={drawer.row} controls={drawer.controls} />}
    </Page>
  );
}

/** The filters of the list of rejected calls. */
function RejectedFilterBar({ filters }: { filters: RejectedFilters }) {
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
