import { flatten, paged } from '#console/api/query/paging.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { StatusBadge, type Tone } from '#console/ui/display/status-badge.tsx';
import { formatDateTime } from '#console/ui/display/time.tsx';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { NextPage } from '#console/ui/list/next-page.tsx';
import { Link } from '#console/ui/navigation/link.tsx';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import {
  useGetDatasourceSync,
  useListDatasourceSyncsInfinite,
} from '#generated/api/datasource/datasource.ts';
import type { Datasource, DatasourceSync } from '#generated/model/index.ts';
import classes from '../datasource.module.css';
import { changesText, isOpen, SYNC_STATUS } from '../list/sync-text.ts';
import detail from './detail.module.css';
import { SyncEntries } from './sync-entries.tsx';

const PAGE = 20;

const TONES: Readonly<Record<DatasourceSync['status'], Tone>> = {
  waiting: 'accent',
  running: 'accent',
  succeeded: 'success',
  failed: 'danger',
  cancelled: 'neutral',
};

/** The syncs of a data source, newest first, and the entries of the selected one. */
export function SyncLog({ collectionId, source }: { collectionId: string; source: Datasource }) {
  const { orgId, projectId } = useActiveProject();
  const [wanted] = useQueryParam('sync');
  const at = [orgId, projectId, collectionId, source.id] as const;
  const query = useListDatasourceSyncsInfinite(
    ...at,
    { page_limit: PAGE },
    { query: { ...paged, refetchOnMount: 'always' } },
  );
  // The source is fetched again more often than the list while a sync is in progress.
  const syncs = flatten(query.data).map((sync) =>
    sync.id === source.last_sync?.id ? source.last_sync : sync,
  );
  const listed = wanted ? syncs.find(({ id }) => id === wanted) : syncs[0];
  // A link may lead to one that isn't listed yet.
  const other = useGetDatasourceSync(...at, wanted ?? '', {
    query: { enabled: wanted !== null && query.isSuccess && !listed },
  });
  const chosen = listed ?? other.data;

  if (query.error && syncs.length === 0)
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  if (query.isPending) return <TextSkeleton lines={6} />;
  if (syncs.length === 0)
    return (
      <EmptyState title="Not synced yet">
        What each sync adds, changes and removes is listed here.
      </EmptyState>
    );
  const href = (id: string) => `${paths.source(projectId, collectionId, source.id)}&sync=${id}`;
  return (
    <div className={detail.log}>
      <section className={detail.syncs} aria-label="Syncs">
        <ul>
          {syncs.map((sync) => (
            <li key={sync.id}>
              <Link
                to={href(sync.id)}
                className={detail.sync}
                aria-current={sync.id === chosen?.id ? 'true' : undefined}
              >
                <span className={detail.when}>
                  {formatDateTime(sync.created_at)}
                  <StatusBadge tone={TONES[sync.status]} pulse={isOpen(sync)} dot>
                    {SYNC_STATUS[sync.status]}
                  </StatusBadge>
                </span>
                <span className={classes.aside}>
                  {sync.trigger === 'schedule' ? 'On schedule' : 'By hand'} · {changesText(sync)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
        <NextPage query={query} />
      </section>
      {chosen ? (
        <SyncEntries key={chosen.id} collectionId={collectionId} sync={chosen} />
      ) : other.error ? (
        <ErrorState error={other.error} onRetry={() => other.refetch()} />
      ) : (
        <TextSkeleton lines={6} />
      )}
    </div>
  );
}
