import { diffSchemas } from '#contract/diff.ts';
import { contractChanges } from '#domain/revision/contract-changes.ts';
import { publicParts } from '#domain/revision/while-comparing.ts';
import type { TaskPort } from '#domain/task/task.port.ts';
import { runInThread } from '../../platform/threads/run-in-thread.ts';

/** The total size of two definitions in characters that are compared without a thread, in about 30 ms. */
const SMALL = 4000;

/** Compares large definitions in a thread. */
export const compare: TaskPort['compare'] = (owner, base, next) => {
  const definitions = JSON.stringify([base, next].map(publicParts));
  if (definitions.length <= SMALL) return contractChanges(diffSchemas, base, next);
  return runInThread('contractChanges', definitions, { owner });
};
