import { contractErrors } from '#core/task/contract/task-contract.ts';
import { revisionOfEnvironment } from '#core/task/revision/environment.ts';
import type { RunTarget, TaskDefinition } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { mustFind, notFound, ProblemError } from '../problem.ts';
import type { Runnable, RunnablePlace, Runnables } from './runnable.ts';
import type { RunnableTask } from './task.store.ts';

/** Finds what a call of a task executes. The active revision comes from the port, without a query on the server. */
export function createRunnableService({
  stores,
  task: port,
}: Pick<Domain, 'stores' | 'task'>): Runnables {
  const { drafts, revisions } = stores.task;

  return {
    async resolve(
      { orgId, projectId, taskId }: RunnablePlace,
      target: RunTarget = 'active',
    ): Promise<Runnable> {
      const task = await port.runnable(taskId);
      if (!task || task.project_id !== projectId || task.org_id !== orgId) throw notFound();
      if (task.archived_at !== null) throw archived();
      const named = { taskId: task.id, taskName: task.name };
      if (target === 'draft') {
        const { definition } = await mustFind(drafts.find({ task_id: task.id }));
        return { ...named, revision: null, definition };
      }
      const { active_revision } = task;
      if (target === 'active' || Number(target) === active_revision) {
        if (active_revision === null || task.definition === null) throw noneActive();
        return { ...named, revision: active_revision, definition: task.definition };
      }
      const number = /^\d/.test(target) ? Number(target) : revisionIn(task, target);
      const { definition } = await mustFind(revisions.find({ task_id: task.id, number }));
      return { ...named, revision: number, definition };
    },
  };
}

/** @throws ProblemError 400 with every rule that keeps a draft from having a contract */
export function requireContract(definition: TaskDefinition): void {
  const errors = contractErrors(definition);
  if (errors.length === 0) return;
  throw new ProblemError(
    'invalid_request',
    'The draft has no contract yet: its variables or output format are invalid.',
    { errors },
  );
}

function revisionIn({ environments }: RunnableTask, name: string): number {
  const number = revisionOfEnvironment(environments, name);
  if (number === undefined)
    throw new ProblemError('not_found', `This task has no environment “${name}”.`);
  return number;
}

function archived(): ProblemError {
  return new ProblemError(
    'task_archived',
    'This task is archived and cannot be run. Unarchive it first.',
  );
}

function noneActive(): ProblemError {
  return new ProblemError(
    'no_active_revision',
    'This task has no active revision. Save its draft as a revision and set it active.',
  );
}
