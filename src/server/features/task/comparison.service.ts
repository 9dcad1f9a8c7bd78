import { contractErrors } from '#core/task/contract/task-contract.ts';
import { ProblemError } from '#domain/problem.ts';
import type { Runnable, Runnables } from '#domain/task/runnable.ts';
import type { RunTarget, TaskComparison, TaskDefinition } from '#generated/model/index.ts';
import type { Database } from '../../db/client.ts';
import type { ModelService } from '../model/model.service.ts';
import { affectedCallers } from './affected-callers.ts';
import { type ContractChanges, contractChanges } from './contract-changes.ts';
import * as tasks from './task.repository.ts';

export type ComparisonService = ReturnType<typeof createComparisonService>;

/** What callers of a task notice when they get another revision, and who they are. */
export function createComparisonService({
  database,
  runnables,
  models,
}: {
  database: Database;
  runnables: Runnables;
  models: ModelService;
}) {
  return {
    /**
     * @throws ProblemError 400 when a draft has no contract yet, 404 when there is no such task or revision, 409 when
     *   the active revision is asked for by name and there is none
     */
    async compare(
      place: { orgId: string; projectId: string; taskId: string },
      { base, next = 'draft' }: { base?: RunTarget; next?: RunTarget } = {},
    ): Promise<TaskComparison> {
      const after = await runnables.resolve(place, next);
      const before = await baseOf(place, base);
      for (const { definition } of [after, ...(before ? [before] : [])]) checkContract(definition);
      const found: ContractChanges = before
        ? contractChanges(before.definition, after.definition)
        : { verdict: 'compatible', changes: [] };
      const { model_id } = after.definition;
      return {
        task_id: place.taskId,
        base_revision: before?.revision ?? null,
        next_revision: after.revision,
        ...found,
        callers: await affectedCallers(database.db, {
          taskId: place.taskId,
          changes: found.changes,
          next: after.definition,
          targets: await targetsOf(place, base),
        }),
        ...(!models.find(model_id)?.info.available && { unavailable_model: model_id }),
      };
    },
  };

  /** The names by which callers get what is replaced; a revision that is called by its number is not replaced. */
  async function targetsOf(
    { projectId, taskId }: { projectId: string; taskId: string },
    base: RunTarget = 'active',
  ): Promise<RunTarget[]> {
    if (!/^\d/.test(base)) return [base];
    const task = await tasks.getTask(database.db, projectId, taskId);
    const named = Object.entries(task?.environments ?? {}).filter(([, at]) => at === Number(base));
    const isActive = task?.active_revision === Number(base);
    return [...(isActive ? ['active'] : []), ...named.map(([name]) => name)];
  }

  /** Without an active revision nobody calls: there is nothing to break. */
  async function baseOf(
    place: { orgId: string; projectId: string; taskId: string },
    base: RunTarget | undefined,
  ): Promise<Runnable | undefined> {
    try {
      return await runnables.resolve(place, base);
    } catch (error) {
      const none = error instanceof ProblemError && error.code === 'no_active_revision';
      if (base === undefined && none) return undefined;
      throw error;
    }
  }
}

/**
 * Refuses to replace another revision than the caller believes; who says nothing of it believes nothing.
 * @param said how it is now, as the start of a sentence
 * @throws ProblemError 409
 */
export function requireReplaced(
  believed: number | null | undefined,
  now: number | null,
  said: string,
): void {
  if (believed === undefined || believed === now) return;
  throw new ProblemError('active_revision_changed', `${said}. Look at it, and try again.`);
}

/**
 * Refuses a breaking change that nobody confirmed.
 * @returns what changes for callers, to tell webhooks
 * @throws ProblemError 409 with the changes
 */
export function requireConfirmed(
  task: { name: string },
  [base, next]: [TaskDefinition, TaskDefinition],
  confirm: string | undefined,
): ContractChanges {
  const found = contractChanges(base, next);
  if (found.verdict !== 'breaking' || confirm?.trim() === task.name) return found;
  const count = found.changes.filter(({ level }) => level === 'breaking').length;
  const wrong = confirm === undefined ? '' : ' What was sent as `confirm` is not its name.';
  throw new ProblemError(
    'contract_breaks',
    `${count === 1 ? 'One change breaks' : `${count} changes break`} callers of “${task.name}”. Look at the changes; to go on, send the task's name as \`confirm\`.${wrong}`,
    { changes: found.changes },
  );
}

function checkContract(definition: TaskDefinition): void {
  const errors = contractErrors(definition);
  if (errors.length === 0) return;
  throw new ProblemError(
    'invalid_request',
    'The draft has no contract yet: its variables or its output format break a rule.',
    { errors },
  );
}
