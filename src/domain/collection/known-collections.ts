import { invalidField } from '../problem.ts';
import type { Stores } from '../stores.ts';

/** @throws ProblemError 400 at the first collection that isn't in the project */
export async function requireCollections(
  { collection }: Pick<Stores, 'collection'>,
  projectId: string,
  ids: readonly string[],
  at: string,
): Promise<void> {
  if (ids.length === 0) return;
  const found = await collection.collections.list({
    where: { id: { in: ids }, project_id: projectId },
    order: ['id'],
  });
  const known = new Set(found.map(({ id }) => id));
  const missing = ids.findIndex((id) => !known.has(id));
  if (missing >= 0) throw invalidField(`${at}/${missing}`, 'This collection is not in the project');
}
