import type { FieldError, TaskDefinition } from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import type { Stores } from '../stores.ts';

/** Validates the collections of a definition: each must exist in the task's project. */
export async function checkCollections(
  { collection: { collections } }: Pick<Stores, 'collection'>,
  projectId: string,
  { retrieval }: TaskDefinition,
): Promise<FieldError[]> {
  const ids = retrieval?.collection_ids ?? [];
  if (ids.length === 0) return [];
  const found = await collections.list({ where: { id: { in: ids }, project_id: projectId } });
  return ids.flatMap((id, index) => {
    const pointer = `/definition/retrieval/collection_ids/${index}`;
    const isKnown = found.some((one) => one.id === id);
    return isKnown ? [] : [{ pointer, message: DETAIL.collectionUnknown }];
  });
}
