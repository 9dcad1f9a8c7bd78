import { counted } from '#console/ui/display/counted.ts';
import type { ResourceScope } from '#generated/model/index.ts';

/** What a key or an app may use, in a few words. */
export function accessText(resources: ResourceScope | null): string {
  if (resources === null) return 'Whole project';
  const { task_ids, collection_ids } = resources;
  const parts = [
    task_ids.length > 0 && counted(task_ids.length, 'task'),
    collection_ids.length > 0 && counted(collection_ids.length, 'collection'),
  ];
  return parts.filter(Boolean).join(', ');
}

/** Whether something is chosen, as the server demands. */
export function resourcesProblem(resources: ResourceScope | null): string | null {
  const isEmpty = resources?.task_ids.length === 0 && resources.collection_ids.length === 0;
  return isEmpty ? 'Choose at least one task or collection' : null;
}
