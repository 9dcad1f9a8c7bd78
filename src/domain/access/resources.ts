import type { FieldError, ResourceScope } from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import { invalidRequest } from '../problem.ts';
import type { Stores } from '../stores.ts';

/**
 * A choice of a project's tasks and collections as it is stored, without duplicates.
 * @throws ProblemError 400 with each that the project doesn't have, or when nothing is chosen
 */
export async function checkResources(
  { task, collection }: Pick<Stores, 'task' | 'collection'>,
  projectId: string,
  given: ResourceScope | null,
  pointer = '/resources',
): Promise<ResourceScope | null> {
  if (given === null) return null;
  if (given.task_ids.length + given.collection_ids.length === 0)
    throw invalidRequest([{ pointer, message: DETAIL.resourcesNeeded }]);
  const [tasks, collections] = await Promise.all([
    task.tasks.list({ where: { id: { in: given.task_ids }, project_id: projectId } }),
    collection.collections.list({
      where: { id: { in: given.collection_ids }, project_id: projectId },
    }),
  ]);
  const errors = [
    ...unknownIn(given.task_ids, tasks, `${pointer}/task_ids`, DETAIL.taskUnknown),
    ...unknownIn(
      given.collection_ids,
      collections,
      `${pointer}/collection_ids`,
      DETAIL.collectionUnknown,
    ),
  ];
  if (errors.length > 0) throw invalidRequest(errors);
  return {
    task_ids: [...new Set(given.task_ids)],
    collection_ids: [...new Set(given.collection_ids)],
  };
}

/** What two choices have in common; null stands for everything. */
export function commonResources(
  a: ResourceScope | null,
  b: ResourceScope | null,
): ResourceScope | null {
  if (a === null || b === null) return a ?? b;
  return {
    task_ids: a.task_ids.filter((id) => b.task_ids.includes(id)),
    collection_ids: a.collection_ids.filter((id) => b.collection_ids.includes(id)),
  };
}

function unknownIn(
  ids: readonly string[],
  found: readonly { id: string }[],
  pointer: string,
  message: string,
): FieldError[] {
  const known = new Set(found.map(({ id }) => id));
  return ids.flatMap((id, i) => (known.has(id) ? [] : [{ pointer: `${pointer}/${i}`, message }]));
}
