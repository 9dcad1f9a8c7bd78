import { useRef } from 'react';
import { pollDelay } from '#console/api/query/poll.ts';
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
  const { orgId, projectId } = useActiveProject();
  const since = useRef<number | null>(null);
  return useGetCollection(orgId, projectId, collectionId, {
    query: {
      refetchInterval: ({ state: { data } }) => {
        const now = Date.now();
        since.current = data && isUnsettled(data) ? (since.current ?? now) : null;
        return pollDelay(since.current, now);
      },
    },
  });
}
