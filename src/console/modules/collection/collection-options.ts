import { counted } from '#console/ui/display/counted.ts';
import type { Collection } from '#generated/model/index.ts';

/**
 * Collections to choose from. Chosen ones that are not among them stay visible, so that they can be removed.
 * @param isComplete whether the known ones are all collections of the project
 */
export function collectionOptions(
  known: readonly Collection[],
  ids: readonly string[],
  isComplete: boolean,
): { value: string; label: string }[] {
  const byId = new Map(known.map(({ id, name }) => [id, name]));
  for (const id of ids) {
    if (!byId.has(id)) byId.set(id, isComplete ? `Missing collection (${id})` : id);
  }
  return [...byId].map(([value, label]) => ({ value, label }));
}

/** A collection's size and health in a few words: `12 documents · 1 failed`. */
export function healthText({ counts }: Pick<Collection, 'counts'>): string {
  const { documents, failed, waiting, working } = counts;
  const unsettled = waiting + working;
  return [
    counted(documents, 'document'),
    ...(unsettled > 0 ? [`${unsettled.toLocaleString('en-GB')} being indexed`] : []),
    ...(failed > 0 ? [`${failed.toLocaleString('en-GB')} failed`] : []),
  ].join(' · ');
}
