import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { flatten, paged } from '#console/api/query/paging.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { onDemand } from '#console/ui/on-demand.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { useListRejectedCallsInfinite } from '#generated/api/run/run.ts';
import type { RejectedCallGroup } from '#generated/model/index.ts';
import classes from '../run-list.module.css';
import { RunTabs } from '../run-tabs.tsx';
import { rejectedColumns } from './rejected-columns.tsx';
import { RejectedFilterBar } from './rejected-filter-bar.tsx';
import {
  noRejectedFilters,
  type RejectedFilters,
  readRejectedFilters,
  toRejectedParams,
  writeRejectedFilters,
} from './rejected-filters.ts';

const loadDrawer = () => import('./rejected-drawer.tsx');
const preloadDrawer = () => void loadDrawer().catch(() => undefined);
const RejectedDrawer = onDemand(loadDrawer, 'RejectedDrawer');

const rowKey = ({ id }: RejectedCallGroup) => id;
/** The list is polled while it is visible. */
const reloadEvery = 15_000;

/** Rejected calls in groups, most recent first. The details of a group open in a drawer. */
export function RejectedListPage() {
  const { orgId, projectId } = useActiveProject();
  const [search, setSearch] = useSearchParams();
  const list = useRef<HTMLDivElement>(null);
  const openId = search.get('group');
  const filterKey = writeRejectedFilters(
    new URLSearchParams(),
    readRejectedFilters(search),
  ).toString();
  const { filters, params } = useMemo(() => {
    const read = readRejectedFilters(new URLSearchParams(filterKey));
    return { filters: read, params: { ...toRejectedParams(read, new Date()), page_limit: 100 } };
  }, [filterKey]);
  const query = useListRejectedCallsInfinite(orgId, projectId, params, {
    query: { ...paged, placeholderData: keepPreviousData, refetchInterval: reloadEvery },
  });
  const rows = useMemo(() => flatten(query.data), [query.data]);
  const at = openId === null ? -1 : rows.findIndex(({ id }) => id === openId);
  const opened = rows[at];

  const setFilters = useCallback(
    (next: RejectedFilters) =>
      setSearch((before) => writeRejectedFilters(before, next), { replace: true }),
    [setSearch],
  );
  const open = (id: string | null) =>
    setSearch((before) => withGroup(before, id), {
      replace: id !== null,
      preventScrollReset: true,
      flushSync: true,
    });
  const stepTo = (row: RejectedCallGroup | undefined) => row && (() => open(row.id));
  const close = () => {
    const row = list.current?.querySelector<HTMLElement>('[data-active] [data-row-focus]');
    open(null);
    row?.focus({ preventScroll: true });
  };

  return (
    <Page title="Rejected calls" area="Runs" tabs={<RunTabs />} fill>
      <RejectedFilterBar filters={filters} onChange={setFilters} />
      <div className={classes.list} ref={list} data-stale={query.isPlaceholderData || undefined}>
        <DataTable
          label="Rejected calls"
          columns={rejectedColumns}
          rows={rows}
          query={query}
          rowKey={rowKey}
          href={({ id }) => `?${withGroup(search, id)}`}
          onHover={preloadDrawer}
          activeKey={openId}
          empty={
            <NoRejectedCalls filters={filters} onClear={() => setFilters(noRejectedFilters)} />
          }
        />
      </div>
      {opened && (
        <RejectedDrawer
          group={opened}
          onClose={close}
          onPrevious={stepTo(rows[at - 1])}
          onNext={stepTo(rows[at + 1])}
        />
      )}
    </Page>
  );
}

function NoRejectedCalls(props: { filters: RejectedFilters; onClear: () => void }) {
  const { projectId } = useActiveProject();
  if (Object.values(props.filters).some((value) => value !== null)) {
    return (
      <EmptyState
        title="No rejected calls match these filters"
        action={
          <Button variant="default" onClick={props.onClear}>
            Clear filters
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<IconCircleCheck />}
      title="No rejected calls"
      action={<LinkButton to={paths.runs(projectId)}>View runs</LinkButton>}
    >
      Calls that are rejected before a run starts are counted here by caller and reason. Nothing
      they sent is stored.
    </EmptyState>
  );
}

function withGroup(search: URLSearchParams, id: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (id === null) next.delete('group');
  else next.set('group', id);
  return next;
}
