import { Button } from '@mantine/core';
import { IconArrowUp, IconChartBar, IconPlayerPlay } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { flatten, paged } from '#console/api/query/paging.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { onDemand } from '#console/ui/on-demand.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { useListRunsInfinite } from '#generated/api/run/run.ts';
import type { RunSummary } from '#generated/model/index.ts';
import { ExportMenu } from './export-menu.tsx';
import { RunFilterBar } from './filters/run-filter-bar.tsx';
import {
  isFiltered,
  noFilters,
  type RunFilters,
  readFilters,
  toListParams,
  writeFilters,
} from './filters/run-filters.ts';
import { ViewsMenu } from './filters/views-menu.tsx';
import { runColumns } from './run-columns.tsx';
import classes from './run-list.module.css';
import { RunTabs } from './run-tabs.tsx';
import { useLiveRuns } from './use-live-runs.ts';
import { useRunActions } from './use-run-actions.tsx';

const ChartsPanel = onDemand(() => import('./charts/charts-panel.tsx'), 'ChartsPanel');

const loadDrawer = () => import('./drawer/run-drawer.tsx');
const preloadDrawer = () => void loadDrawer().catch(() => undefined);
const RunDrawer = onDemand(loadDrawer, 'RunDrawer');

const rowKey = (run: RunSummary) => run.id;

/** All runs of the project, newest first, with the open run beside them. */
export function RunListPage() {
  const { orgId, projectId } = useActiveProject();
  const [search, setSearch] = useSearchParams();
  const list = useRef<HTMLDivElement>(null);
  const [charts, setCharts] = useQueryParam('charts');
  const showsCharts = charts === 'yes';
  const runId = search.get('run');
  const filterKey = writeFilters(new URLSearchParams(), readFilters(search)).toString();
  const { filters, params, opened } = useMemo(() => {
    // Relative periods are resolved once, when the filter is set, so that the list doesn't shift by itself.
    const now = new Date();
    const read = readFilters(new URLSearchParams(filterKey));
    return {
      filters: read,
      params: { ...toListParams(read, now), page_limit: 100 },
      opened: now.toISOString(),
    };
  }, [filterKey]);

  // While filters apply, the previous rows stay, dimmed, so that nothing flickers.
  const query = useListRunsInfinite(orgId, projectId, params, {
    query: { ...paged, placeholderData: keepPreviousData },
  });
  const rows = useMemo(() => flatten(query.data), [query.data]);
  const live = useLiveRuns(orgId, projectId, params, rows, opened);
  const actions = useRunActions();

  const setFilters = useCallback(
    (next: RunFilters) => setSearch((before) => writeFilters(before, next), { replace: true }),
    [setSearch],
  );
  const open = useCallback(
    (id: string | null) =>
      setSearch((before) => withRun(before, id), {
        replace: id !== null,
        preventScrollReset: true,
        // Updated immediately: while a key is held down, the next press continues from here.
        flushSync: true,
      }),
    [setSearch],
  );
  const others = withRun(search, null).toString();
  const href = (run: RunSummary) => `?${others && `${others}&`}run=${run.id}`;
  const at = runId === null ? -1 : rows.findIndex((run) => run.id === runId);

  const step = (by: number) => {
    const next = rows[at + by];
    if (next) open(next.id);
    if (at + by > rows.length - 10 && query.hasNextPage && !query.isFetching) query.fetchNextPage();
  };
  const close = () => {
    const find = (target: string) => list.current?.querySelector<HTMLElement>(target);
    const row = find('[data-active] [data-row-focus]') ?? find('[data-row-focus]');
    open(null);
    row?.focus({ preventScroll: true });
  };
  const showNew = async () => {
    await live.show();
    list.current?.querySelector('[role="table"]')?.parentElement?.scrollTo({ top: 0 });
  };

  return (
    <Page
      title="Runs"
      tabs={<RunTabs />}
      fill
      actions={
        <div className={classes.pageActions}>
          <ViewsMenu filters={filters} />
          <Button
            variant={showsCharts ? 'light' : 'default'}
            aria-pressed={showsCharts}
            leftSection={<IconChartBar />}
            onClick={() => setCharts(showsCharts ? null : 'yes')}
          >
            Charts
          </Button>
          <ExportMenu params={params} />
        </div>
      }
    >
      <RunFilterBar filters={filters} onChange={setFilters} />
      {showsCharts && <ChartsPanel params={params} />}
      <div className={classes.list} ref={list} data-stale={query.isPlaceholderData || undefined}>
        {live.label && (
          <Button
            className={classes.pill}
            size="xs"
            radius="xl"
            leftSection={<IconArrowUp />}
            onClick={showNew}
          >
            {live.label}
          </Button>
        )}
        <DataTable
          label="Runs"
          columns={runColumns}
          rows={rows}
          query={query}
          rowKey={rowKey}
          href={href}
          menu={actions.menu}
          onHover={preloadDrawer}
          activeKey={runId}
          more={filters.q.trim() ? 'Searching older runs…' : undefined}
          empty={
            isFiltered(filters) ? (
              <EmptyState
                title="No runs match these filters"
                action={
                  <Button variant="default" onClick={() => setFilters(noFilters)}>
                    Clear filters
                  </Button>
                }
              />
            ) : (
              <EmptyState
                icon={<IconPlayerPlay />}
                title="No runs yet"
                action={<LinkButton to={paths.tasks(projectId)}>View tasks</LinkButton>}
              >
                Every task run appears here with its inputs, output, cost and trace.
              </EmptyState>
            )
          }
        />
      </div>
      {runId && (
        <RunDrawer
          runId={runId}
          summary={rows[at]}
          onClose={close}
          onPrevious={at > 0 ? () => step(-1) : undefined}
          onNext={at >= 0 && at < rows.length - 1 ? () => step(1) : undefined}
          onOpen={open}
        />
      )}
    </Page>
  );
}

function withRun(search: URLSearchParams, runId: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (runId === null) next.delete('run');
  else next.set('run', runId);
  return next;
}
