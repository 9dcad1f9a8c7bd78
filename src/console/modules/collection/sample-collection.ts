import type { QueryClient } from '@tanstack/react-query';
import { mutate, readOnce } from '#console/api/query/calls.ts';
import {
  createSampleCollection,
  getGetCollectionQueryOptions,
  getListCollectionsInfiniteQueryKey,
  getListCollectionsQueryKey,
} from '#generated/api/collection/collection.ts';
import type { Collection } from '#generated/model/index.ts';
import type { ProjectAddress } from '../task/new-task.ts';

const POLL_MS = 300;
/** A busy server may need longer; its documents are found once they are indexed. */
const PATIENCE_MS = 20_000;

/**
 * Creates the project's sample collection, or returns the existing one.
 * @throws ApiError
 */
export async function sampleCollection(
  queryClient: QueryClient,
  { orgId, projectId }: ProjectAddress,
): Promise<Collection> {
  const collection = await mutate(createSampleCollection, orgId, projectId);
  for (const queryKey of [
    getListCollectionsInfiniteQueryKey(orgId, projectId),
    getListCollectionsQueryKey(orgId, projectId),
  ])
    void queryClient.invalidateQueries({ queryKey: queryKey as readonly unknown[] });
  return collection;
}

/**
 * Waits until a collection's documents are indexed, but not for long.
 * @param onProgress called with the number of indexed documents
 * @throws ApiError
 */
export async function untilIndexed(
  { orgId, projectId }: ProjectAddress,
  { id }: Pick<Collection, 'id'>,
  onProgress: (counts: Collection['counts']) => void,
): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const { counts } = await readOnce(getGetCollectionQueryOptions(orgId, projectId, id));
    onProgress(counts);
    if (counts.waiting + counts.working === 0 || Date.now() > until) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
