import type { TaskContract } from './task-contract.ts';

/** An ASCII file name for a file of a revision: `review-sentiment-r3.openapi.json`. */
export function fileNameOf(
  { taskName, revision }: Pick<TaskContract, 'taskName' | 'revision'>,
  extension: string,
): string {
  return `${stemOf(taskName, 'task')}-${revision === null ? 'draft' : `r${revision}`}.${extension}`;
}

/** A name as the ASCII beginning of a file name. */
export function stemOf(name: string, otherwise: string): string {
  const words = name
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join('-').slice(0, 60).replace(/-$/, '') ?? otherwise;
}
