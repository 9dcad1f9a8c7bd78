import { IconListDetails } from '@tabler/icons-react';
import { useMemo } from 'react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { StatusBadge, type Tone } from '#console/ui/display/status-badge.tsx';
import { formatDuration } from '#console/ui/display/time.tsx';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { titledColumn } from '#console/ui/table/columns.tsx';
import { type Column, DataTable } from '#console/ui/table/data-table.tsx';
import { useListDatasourceSyncEntriesInfinite } from '#generated/api/datasource/datasource.ts';
import type {
  DatasourceSync,
  DatasourceSyncEntry,
  DatasourceSyncResult,
} from '#generated/model/index.ts';
import classes from '../datasource.module.css';
import { isOpen, RESULTS } from '../list/sync-text.ts';
import { Notice } from '../notice.tsx';
import detail from './detail.module.css';

const PAGE = 100;
/** The polling interval (ms) of a sync in progress. */
const POLL_MS = 2000;

const TONES: Readonly<Record<DatasourceSyncResult, Tone>> = {
  added: 'success',
  changed: 'accent',
  removed: 'neutral',
  failed: 'danger',
  skipped: 'warning',
};

const COLUMNS: readonly Column<DatasourceSyncEntry>[] = [
  titledColumn('Name', ({ name }) => name, { width: 'minmax(0, 1.2fr)' }),
  {
    header: 'Result',
    width: '96px',
    cell: ({ result }) => <StatusBadge tone={TONES[result]}>{RESULTS[result]}</StatusBadge>,
  },
  {
    header: 'Where and why',
    width: 'minmax(0, 1.6fr)',
    hideBelow: 'sm',
    cell: ({ url, detail: reason }) => {
      const text = reason ?? url ?? '';
      return (
        <Tooltip label={text}>
          <span className={detail.detail}>{text}</span>
        </Tooltip>
      );
    },
  },
];

interface SyncEntriesProps {
  collectionId: string;
  sync: DatasourceSync;
}

/** The log of a sync: its result for each changed file or page. */
export function SyncEntries({ collectionId, sync }: SyncEntriesProps) {
  const { at, projectId } = useActiveProject();
  const [param, setParam] = useQueryParam('result');
  const result = param !== null && Object.hasOwn(RESULTS, param) ? param : 'all';
  const filter = result === 'all' ? {} : { result: result as DatasourceSyncResult };
  const query = useListDatasourceSyncEntriesInfinite(
    ...at,
    collectionId,
    sync.datasource_id,
    sync.id,
    { page_limit: PAGE, ...filter },
    {
      query: {
        ...paged,
        refetchOnMount: 'always',
        refetchInterval: ({ state: { data } }) =>
          isOpen(sync) ? POLL_MS * Math.max(1, data?.pages.length ?? 1) : false,
      },
    },
  );
  const rows = useMemo(() => flatten(query.data), [query.data]);
  const filters = [
    { value: 'all', label: 'All' },
    ...(['added', 'changed', 'removed', 'failed'] as const).map((value) => ({
      value,
      label: `${RESULTS[value]} ${sync[value].toLocaleString('en-GB')}`,
    })),
    { value: 'skipped', label: RESULTS.skipped },
  ];

  return (
    <section className={detail.entries} aria-label="Log">
      {sync.error && (
        <Notice tone={sync.status === 'failed' ? 'danger' : 'neutral'} text={sync.error} />
      )}
      {sync.note && <Notice text={sync.note} />}
      <div className={detail.filters}>
        <Segmented
          size="xs"
          label="Result"
          items={filters}
          value={result}
          onChange={(value) => setParam(value === 'all' ? null : value)}
        />
        <p className={classes.aside}>
          {sync.unchanged.toLocaleString('en-GB')} unchanged
          {sync.started_at && sync.ended_at && ` · ${took(sync.started_at, sync.ended_at)}`}
        </p>
      </div>
      <div className={detail.table}>
        <DataTable
          label="Log entries"
          columns={COLUMNS}
          rows={rows}
          query={query}
          href={({ document_id, result: what }) =>
            document_id !== null && what !== 'removed'
              ? paths.document(projectId, collectionId, document_id)
              : undefined
          }
          empty={
            <EmptyState
              icon={<IconListDetails />}
              title={result === 'all' ? nothingIn(sync) : 'No entries with this result'}
            >
              {result === 'all' && isOpen(sync)
                ? 'Changes appear here while the sync is in progress.'
                : undefined}
            </EmptyState>
          }
        />
      </div>
    </section>
  );
}

/** The title of an empty log. A sync that failed may have missed changes. */
function nothingIn({ status }: DatasourceSync): string {
  return status === 'failed' || status === 'cancelled' ? 'No entries' : 'Nothing changed';
}

function took(started: string, ended: string): string {
  return formatDuration(Date.parse(ended) - Date.parse(started));
}
