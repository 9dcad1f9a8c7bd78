import { useQueryClient } from '@tanstack/react-query';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import {
  getGetCollectionQueryKey,
  getListCollectionsInfiniteQueryKey,
  getListCollectionsQueryKey,
  getListDocumentsInfiniteQueryKey,
  getListDocumentTagsQueryKey,
} from '#generated/api/collection/collection.ts';

/** Refetches the collections after one of them changed, and its documents. */
export function useRefreshCollections(): (collectionId?: string) => Promise<void> {
  const { orgId, projectId } = useActiveProject();
  const client = useQueryClient();
  return async (collectionId) => {
    const keys = [
      getListCollectionsInfiniteQueryKey(orgId, projectId),
      getListCollectionsQueryKey(orgId, projectId),
      ...(collectionId
        ? [
            getGetCollectionQueryKey(orgId, projectId, collectionId),
            getListDocumentsInfiniteQueryKey(orgId, projectId, collectionId),
            getListDocumentTagsQueryKey(orgId, projectId, collectionId),
          ]
        : []),
    ];
    await Promise.all(
      keys.map((queryKey) =>
        client.invalidateQueries({ queryKey: queryKey as readonly unknown[] }),
      ),
    );
  };
}
