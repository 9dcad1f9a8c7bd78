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
  RunTarget,
  TaskAffectedCaller,
  TaskComparison,
  TaskContractChange,
  TaskDefinition,
} from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { findModel } from '../endpoint/own-models.ts';
import { ProblemError } from '../problem.ts';
import { rejectedUses } from '../task/rejected-uses.ts';
import { requireContract } from '../task/runnable.service.ts';
import type { Runnable, RunnablePlace } from '../task/runnable.ts';
import type { TaskStore } from '../task/task.store.ts';
import type { ContractChanges } from './contract-changes.ts';

/** How replacing a revision affects a task's callers, and who they are. */
export function createComparisonService(
  domain: Pick<Domain, 'stores' | 'model' | 'run' | 'runnables' | 'task' | 'secrets'>,
) {
  const { runnables } = domain;
  const { task } = domain.stores;

  /** The targets whose revision is replaced; a revision called by number is not. */
  async function targetsOf(taskId: string, base: RunTarget = 'active'): Promise<RunTarget[]> {
    if (!isNumber(base)) return [base];
    const row = await task.tasks.find({ id: taskId });
    const named = Object.entries(row?.environments ?? {}).filter(([, at]) => at === Number(base));
    const isActive = row?.active_revision === Number(base);
    return [...(isActive ? ['active'] : []), ...named.map(([name]) => name)];
  }

  /** Without an active revision, nobody calls the task, so nothing breaks. */
  async function baseOf(
    place: RunnablePlace,
    base: RunTarget | undefined,
  ): Promise<Runnable | undefined> {
    try {
      return await runnables.resolve(place, base);
    } catch (error) {
      const isNoneActive = error instanceof ProblemError && error.code === 'no_active_revision';
      if (base === undefined && isNoneActive) return undefined;
      throw error;
    }
  }

  return {
    /**
     * @throws ProblemError 400 when a draft has no contract yet, 404 when the task or revision does not exist, 409 when
     *   the active revision is requested and there is none
     */
    async compare(
      place: RunnablePlace,
      { base, next = 'draft' }: { base?: RunTarget; next?: RunTarget } = {},
    ): Promise<TaskComparison> {
      const { taskId } = place;
      const after = await runnables.resolve(place, next);
      const before = await baseOf(place, base);
      for (const { definition } of [after, ...(before ? [before] : [])]) {
        requireContract(definition);
      }
      const found: ContractChanges = before
        ? await domain.task.compare(place.orgId, before.definition, after.definition)
        : { verdict: 'compatible', changes: [] };
      const { model_id } = after.definition;
      const model = await findModel(domain, place.orgId, model_id);
      return {
        task_id: taskId,
        base_revision: before?.revision ?? null,
        next_revision: after.revision,
        ...found,
        callers: await affectedCallers(domain, {
          taskId,
          changes: found.changes,
          next: after.definition,
          replacement: {
            targets: await targetsOf(taskId, base),
            base: isNumber(base) ? Number(base) : undefined,
            next: after.revision ?? undefined,
          },
        }),
        ...(!model?.info.available && { unavailable_model: model_id }),
      };
    },
  };
}

function isNumber(target: RunTarget = 'active'): boolean {
  return /^\d/.test(target);
}

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
async function affectedCallers(
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
