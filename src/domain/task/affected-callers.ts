import {
  affectedAsReaders,
  affectedAsSenders,
  affectsReaders,
  callersOf,
  callersSince,
  type Replacement,
} from '#core/task/revision/callers.ts';
import type {
  TaskAffectedCaller,
  TaskContractChange,
  TaskDefinition,
} from '#generated/model/index.ts';
import type { TaskStore } from './task.store.ts';

/**
 * How many runs of each caller are checked; fewer if there are so many callers that the total would exceed the limit.
 */
const SAMPLE = 200;
const SAMPLES_MAX = 4000;

interface Change {
  taskId: string;
  changes: readonly TaskContractChange[];
  /** The definition that replaces another. */
  next: Pick<TaskDefinition, 'variables'>;
  replacement: Replacement;
}

/**
 * Finds callers of the last days who are affected by changes: everyone if the output changes, otherwise those who sent
 * inputs that would be rejected. Callers who named a revision or environment that doesn't change are listed as such.
 */
export async function affectedCallers(
  task: TaskStore,
  { taskId, changes, next, replacement }: Change,
): Promise<TaskAffectedCaller[]> {
  if (changes.every(({ level }) => level === 'info')) return [];
  const since = callersSince().toISOString();
  const callers = callersOf(await task.callerUses(taskId, since), replacement);
  if (affectsReaders(changes)) return affectedAsReaders(callers);
  const callerIds = callers.filter(({ runs }) => runs > 0).map(({ caller }) => caller.id);
  const limit = Math.min(SAMPLE, Math.floor(SAMPLES_MAX / Math.max(1, callerIds.length)));
  const sent =
    callerIds.length === 0
      ? []
      : await task.sentInputs(taskId, since, { callerIds, replacement, limit });
  return affectedAsSenders(callers, sent, next.variables);
}
