import { usePollDelay } from '#console/api/query/poll.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useGetCollection } from '#generated/api/collection/collection.ts';
import type { Collection } from '#generated/model/index.ts';

/** Whether documents are waiting or being indexed, or an index is being built. */
export function isUnsettled({ counts, building, is_paused }: Collection): boolean {
  const isIndexing = !is_paused && counts.waiting + counts.working > 0;
  return isIndexing || building?.status === 'building';
}

/** A collection, polled while it is being indexed and the page is visible. */
export function useCollection(collectionId: string) {
  const { at } = useActiveProject();
  const delay = usePollDelay();
  return useGetCollection(...at, collectionId, {
    query: {
      refetchInterval: ({ state: { data } }) => delay(data !== undefined && isUnsettled(data)),
    },
  });
}
