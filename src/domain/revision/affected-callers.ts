import { worstFirst } from '#core/task/revision/affected.ts';
import {
  affectedAsReaders,
  affectedAsSenders,
  affectsReaders,
  callersOf,
  callersSince,
  type Replacement,
} from '#core/task/revision/callers.ts';
import { rejectedByChange, withRejected } from '#core/task/revision/rejected-uses.ts';
import type {
  TaskAffectedCaller,
  TaskContractChange,
  TaskDefinition,
} from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { rejectedUses } from '../task/rejected-uses.ts';
import type { TaskStore } from '../task/task.store.ts';

/**
 * How many runs of each caller are checked; fewer if there are so many callers that the total would exceed the limit.
 */
const SAMPLE = 200;
const SAMPLES_MAX = 4000;

interface Change {
  taskId: string;
  changes: readonly TaskContractChange[];
  /** The new definition. */
  next: Pick<TaskDefinition, 'variables'>;
  replacement: Replacement;
}

/**
 * Finds callers of the last days who are affected by changes: everyone if the output changes, otherwise those who sent
 * inputs that would be rejected, and those whose calls the new definition has already rejected. Callers who named a revision or environment that doesn't change are listed as such.
 */
export async function affectedCallers(
  domain: Pick<Domain, 'stores' | 'run'>,
  change: Change,
): Promise<TaskAffectedCaller[]> {
  const { taskId, changes, next, replacement } = change;
  const since = callersSince().toISOString();
  const rejected = rejectedByChange(await rejectedUses(domain, taskId, since), {
    replacement,
    changes,
    variables: next.variables,
  });
  const affected = changes.every(({ level }) => level === 'info')
    ? []
    : await affectedByRuns(domain.stores.task, change, since);
  return worstFirst(withRejected(affected, rejected));
}

async function affectedByRuns(
  task: TaskStore,
  { taskId, changes, next, replacement }: Change,
  since: string,
): Promise<TaskAffectedCaller[]> {
  const callers = callersOf(await task.callerUses(taskId, since), replacement);
  if (affectsReaders(changes)) return affectedAsReaders(callers);
  const callerIds = callers.filter(({ runs }) => runs > 0).map(({ caller }) => caller.id);
  const limit = Math.min(SAMPLE, Math.floor(SAMPLES_MAX / Math.max(1, callerIds.length)));
  const sent =
    callerIds.length === 0
      ? []
      : await task.sentInputs(taskId, since, { callerIds, replacement, limit });
  return affectedAsSenders(callers, sent, next);
}
