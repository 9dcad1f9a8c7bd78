import { Button } from '@mantine/core';
import { IconChartBar, IconPlayerPlay } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { ExportMenu } from '#console/modules/filter/export-menu.tsx';
import { NoRows } from '#console/modules/filter/filter-bar.tsx';
import { FilteredList, ListActions } from '#console/modules/filter/filtered-list.tsx';
import { useFilters } from '#console/modules/filter/use-filters.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { onDemand } from '#console/ui/on-demand.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { getListRunsUrl, useListRunsInfinite } from '#generated/api/run/run.ts';
import { useDrawerRow } from './drawer/use-drawer-row.ts';
import { RunFilterBar } from './filters/run-filter-bar.tsx';
import { runFilters } from './filters/run-filters.ts';
import { ViewsMenu } from './filters/views-menu.tsx';
import { runColumns } from './run-columns.tsx';
import { RunTabs } from './run-tabs.tsx';
import { useLiveRuns } from './use-live-runs.ts';
import { useRunActions } from './use-run-actions.tsx';

const ChartsPanel = onDemand(() => import('./charts/charts-panel.tsx'), 'ChartsPanel');

const loadDrawer = () => import('./drawer/run-drawer.tsx');
const preloadDrawer = () => void loadDrawer().catch(() => undefined);
const RunDrawer = onDemand(loadDrawer, 'RunDrawer');

/** All runs of the project, newest first, with the open run beside them. */
export function RunListPage() {
  const { at, projectId } = useActiveProject();
  const list = useRef<HTMLDivElement>(null);
  const [charts, setCharts] = useQueryParam('charts');
  const showsCharts = charts === 'yes';
  const filters = useFilters(runFilters);
  const { values, params, opened } = filters;
  const query = useListRunsInfinite(...at, params, {
    query: { ...paged, placeholderData: keepPreviousData },
  });
  const rows = useMemo(() => flatten(query.data), [query.data]);
  const fresh = useLiveRuns(...at, params, rows, opened);
  const actions = useRunActions();
  const drawer = useDrawerRow('run', rows, query, list);
  const { page_limit: _, ...exported } = params;

  return (
    <Page
      title="Runs"
      tabs={<RunTabs />}
      fill
      actions={
        <ListActions>
          <ViewsMenu filters={filters} />
          <Button
            variant={showsCharts ? 'light' : 'default'}
            aria-pressed={showsCharts}
            leftSection={<IconChartBar />}
            onClick={() => setCharts(showsCharts ? null : 'yes')}
          >
            Charts
          </Button>
          <ExportMenu label="Export runs" name="runs" url={getListRunsUrl(...at, exported)} />
        </ListActions>
      }
    >
      <RunFilterBar filters={filters} />
      {showsCharts && <ChartsPanel params={params} />}
      <FilteredList isStale={query.isPlaceholderData} fresh={fresh} ref={list}>
        <DataTable
          label="Runs"
          columns={runColumns}
          rows={rows}
          query={query}
          href={drawer.href}
          menu={actions.menu}
          onHover={preloadDrawer}
          activeKey={drawer.id}
          more={values.q.trim() ? 'Searching older runs…' : undefined}
          empty={
            <NoRows what="runs" filters={filters}>
              <EmptyState
                icon={<IconPlayerPlay />}
                title="No runs yet"
                action={<LinkButton to={paths.tasks(projectId)}>View tasks</LinkButton>}
              >
                Every task run appears here with its inputs, output, cost and trace.
              </EmptyState>
            </NoRows>
          }
        />
      </FilteredList>
      {drawer.id && (
        <RunDrawer
          runId={drawer.id}
          summary={drawer.row}
          controls={drawer.controls}
          onOpen={drawer.open}
        />
      )}
    </Page>
  );
}
