import { IconCircleCheck } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { NoRows } from '#console/modules/filter/filter-bar.tsx';
import { FilteredList } from '#console/modules/filter/filtered-list.tsx';
import { useFilters } from '#console/modules/filter/use-filters.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { onDemand } from '#console/ui/on-demand.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { useListRejectedCallsInfinite } from '#generated/api/run/run.ts';
import { useDrawerRow } from '../drawer/use-drawer-row.ts';
import { RunTabs } from '../run-tabs.tsx';
import { rejectedColumns } from './rejected-columns.tsx';
import { RejectedFilterBar } from './rejected-filter-bar.tsx';
import { rejectedFilters } from './rejected-filters.ts';

const loadDrawer = () => import('./rejected-drawer.tsx');
const preloadDrawer = () => void loadDrawer().catch(() => undefined);
const RejectedDrawer = onDemand(loadDrawer, 'RejectedDrawer');

/** The list is polled while it is visible. */
const RELOAD_MS = 15_000;

/** Rejected calls in groups, most recent first. The details of a group open in a drawer. */
export function RejectedListPage() {
  const { orgId, projectId } = useActiveProject();
  const list = useRef<HTMLDivElement>(null);
  const filters = useFilters(rejectedFilters);
  const query = useListRejectedCallsInfinite(orgId, projectId, filters.params, {
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
