import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys } from '#console/api/query/query-keys.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { getSearchCollectionUrl, searchCollection } from '#generated/api/collection/collection.ts';
import type { SearchRequest } from '#generated/model/index.ts';

/**
 * Searches a collection. A search may cost something, so it is never refetched automatically.
 * @param request null searches nothing
 */
export function useSearch(collectionId: string, request: SearchRequest | null) {
  const { orgId, projectId } = useActiveProject();
  return useQuery({
    queryKey: queryKeys.search(getSearchCollectionUrl(orgId, projectId, collectionId), request),
    queryFn: ({ signal }) =>
      searchCollection(orgId, projectId, collectionId, request ?? { query: '' }, { signal }),
    enabled: request !== null,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: request === null ? undefined : keepPreviousData,
    retry: false,
    meta: { silent: true },
  });
}
