import type { TaskContract } from './task-contract.ts';

/** An ASCII file name for a file of a revision: `review-sentiment-r3.openapi.json`. */
export function fileNameOf(
  { taskName, revision }: Pick<TaskContract, 'taskName' | 'revision'>,
  extension: string,
): string {
  const words = taskName
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const name = words?.join('-').slice(0, 60).replace(/-$/, '') ?? 'task';
  return `${name}-${revision === null ? 'draft' : `r${revision}`}.${extension}`;
}
