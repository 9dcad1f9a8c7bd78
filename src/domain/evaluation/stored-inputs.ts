import { STORED_INPUTS_MAX_MB } from '#core/limits.ts';
import { DETAIL } from '../details.ts';
import { mustFind, ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import type { DatasetCaseRow } from './evaluation.tables.ts';

const MB = 1024 * 1024;

/** The size of a case in characters of JSON: its inputs, with images and files, and its expected output. */
export function storedSize({ inputs, expected }: Pick<DatasetCaseRow, 'inputs' | 'expected'>) {
  return JSON.stringify([inputs, expected]).length;
}

/**
 * Refuses cases that would exceed the storage limit of a project's datasets and evaluations (which copy cases). Locks
 * the project, so call it before other rows are locked.
 * @throws ProblemError 404, 409 `limit_reached`
 */
export async function requireSpace(
  { project, evaluation }: Pick<Stores, 'project' | 'evaluation'>,
  projectId: string,
  size: number,
): Promise<void> {
  await mustFind(project.projects.lock({ id: projectId }));
  if ((await evaluation.storedIn(projectId)) + size <= STORED_INPUTS_MAX_MB * MB) return;
  throw new ProblemError('limit_reached', DETAIL.storageLimit(STORED_INPUTS_MAX_MB));
}
