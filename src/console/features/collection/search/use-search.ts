import { keepPreviousData } from '@tanstack/react-query';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useSearchCollection } from '#generated/api/collection/collection.ts';
import type { SearchRequest } from '#generated/model/index.ts';

/**
 * Searches a collection. A search may cost something, so it is never refetched automatically.
 * @param request null searches nothing
 */
export function useSearch(collectionId: string, request: SearchRequest | null) {
  const { at } = useActiveProject();
  return useSearchCollection(...at, collectionId, request ?? { query: '' }, {
    query: {
      enabled: request !== null,
      staleTime: Number.POSITIVE_INFINITY,
      placeholderData: request === null ? undefined : keepPreviousData,
      retry: false,
      meta: { silent: true },
    },
  });
}
