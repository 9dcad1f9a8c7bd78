import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { usePollDelay } from '#console/api/query/poll.ts';
import { refreshUnder } from '#console/api/query/refresh-under.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import {
  getGetCollectionQueryKey,
  getListDocumentsInfiniteQueryKey,
} from '#generated/api/collection/collection.ts';
import {
  getListDatasourceSyncsUrl,
  useGetDatasource,
  useListDatasourcesInfinite,
} from '#generated/api/datasource/datasource.ts';
import type { Datasource } from '#generated/model/index.ts';
import { announce } from './announce.ts';
import { isOpen } from './sync-text.ts';

const PAGE = 50;

/** The data sources of a collection, polled while one of them is being synced. */
export function useSources(collectionId: string) {
  const { at } = useActiveProject();
  const delay = usePollDelay();
  const query = useListDatasourcesInfinite(
    ...at,
    collectionId,
    { page_limit: PAGE },
    {
      query: {
        ...paged,
        refetchOnMount: 'always',
        refetchInterval: ({ state: { data } }) =>
          delay(flatten(data).some(isSyncing), data?.pages.length),
      },
    },
  );
  const sources = useMemo(() => flatten(query.data), [query.data]);
  useFollowedSyncs(collectionId, sources);
  return { query, sources };
}

/** One data source, polled while it is being synced. */
export function useSource(collectionId: string, datasourceId: string) {
  const { at } = useActiveProject();
  const delay = usePollDelay();
  const query = useGetDatasource(...at, collectionId, datasourceId, {
    query: {
      refetchOnMount: 'always',
      refetchInterval: ({ state: { data } }) => delay(data !== undefined && isSyncing(data)),
    },
  });
  const { data } = query;
  useFollowedSyncs(
    collectionId,
    useMemo(() => (data ? [data] : []), [data]),
  );
  return query;
}

const isSyncing = ({ last_sync }: Datasource) => isOpen(last_sync);

/** Refetches the collection and its documents as syncs change them, and announces finished syncs. */
function useFollowedSyncs(collectionId: string, sources: readonly Datasource[]): void {
  const { orgId, projectId } = useActiveProject();
  const client = useQueryClient();
  const seen = useRef<readonly Datasource[] | null>(null);
  useEffect(() => {
    const before = seen.current;
    seen.current = sources;
    if (!before) return;
    for (const source of sources) {
      const old = before.find(({ id }) => id === source.id);
      if (!old || changesOf(old) === changesOf(source)) continue;
      announce(source);
      for (const queryKey of [
        getGetCollectionQueryKey(orgId, projectId, collectionId),
        getListDocumentsInfiniteQueryKey(orgId, projectId, collectionId),
      ])
        void client.invalidateQueries({ queryKey: queryKey as readonly unknown[] });
      const syncs = getListDatasourceSyncsUrl(orgId, projectId, collectionId, source.id);
      void refreshUnder(client, syncs);
    }
  }, [client, orgId, projectId, collectionId, sources]);
}

function changesOf({ documents, last_sync: sync }: Datasource): string {
  return [
    documents,
    sync?.id,
    isOpen(sync ?? null),
    sync?.added,
    sync?.changed,
    sync?.removed,
  ].join();
}
