import {
  affectedAsReaders,
  affectedAsSenders,
  affectsReaders,
  callersOf,
  callersSince,
} from '#core/task/revision/callers.ts';
import type {
  RunTarget,
  TaskAffectedCaller,
  TaskContractChange,
  TaskDefinition,
} from '#generated/model/index.ts';
import type { Db } from '../../db/client.ts';
import { callerUses, sentInputs } from './task-callers.repository.ts';

/** How many runs of each caller are looked at; fewer, when there are so many callers that it came to more in all. */
const SAMPLE = 200;
const SAMPLES_MAX = 4000;

export interface Replacement {
  taskId: string;
  changes: readonly TaskContractChange[];
  next: Pick<TaskDefinition, 'variables'>;
  /** The names by which what is replaced is called: `active`, environments. */
  targets: readonly RunTarget[];
}

/**
 * Who called a task over the API in the last days and is met by changes: for an output that changes all who read it,
 * for inputs those who sent what would be refused. Those who call a revision or environment that stays are told apart.
 */
export async function affectedCallers(
  db: Db,
  { taskId, changes, next, targets }: Replacement,
): Promise<TaskAffectedCaller[]> {
  if (changes.every(({ level }) => level === 'info')) return [];
  const since = callersSince();
  const callers = callersOf(await callerUses(db, taskId, since), targets);
  if (affectsReaders(changes)) return affectedAsReaders(callers);
  const ids = callers.filter(({ runs }) => runs > 0).map(({ caller }) => caller.id);
  const limit = Math.min(SAMPLE, Math.floor(SAMPLES_MAX / Math.max(1, ids.length)));
  const sent =
    ids.length === 0 ? [] : await sentInputs(db, taskId, since, { callerIds: ids, targets, limit });
  return affectedAsSenders(callers, sent, next.variables);
}
