import { useQueryClient } from '@tanstack/react-query';
import { refreshUnder } from '#console/api/query/refresh-under.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import {
  getGetCollectionUrl,
  getListCollectionsInfiniteQueryKey,
  getListCollectionsQueryKey,
} from '#generated/api/collection/collection.ts';

/** Refetches the collections after one of them changed, and everything in it. */
export function useRefreshCollections(): (collectionId?: string) => Promise<void> {
  const { orgId, projectId } = useActiveProject();
  const client = useQueryClient();
  return async (collectionId) => {
    const lists = [
      getListCollectionsInfiniteQueryKey(orgId, projectId),
      getListCollectionsQueryKey(orgId, projectId),
    ];
    await Promise.all([
      ...lists.map((queryKey) =>
        client.invalidateQueries({ queryKey: queryKey as readonly unknown[] }),
      ),
      collectionId && refreshUnder(client, getGetCollectionUrl(orgId, projectId, collectionId)),
    ]);
  };
}
