import { revisionOfEnvironment } from '#core/task/revision/environment.ts';
import { notFound, ProblemError } from '#domain/problem.ts';
import type { Runnable, RunnablePlace, Runnables } from '#domain/task/runnable.ts';
import type { RunnableTask } from '#domain/task/task.store.ts';
import type { RunTarget } from '#generated/model/index.ts';
import type { Database } from '../../db/client.ts';
import type { RunnableCache } from './runnable-cache.ts';
import * as revisions from './task-revision.repository.ts';

/** Finds what a call of a task means: the active revision (from memory), one by its number or environment, or the draft. */
export function createRunnableService({
  database,
  cache,
}: {
  database: Database;
  cache: RunnableCache;
}): Runnables {
  async function found({ orgId, projectId, taskId }: RunnablePlace): Promise<RunnableTask> {
    const task = await cache.get(taskId);
    if (!task || task.project_id !== projectId || task.org_id !== orgId) throw notFound();
    return task;
  }

  return {
    /** @throws ProblemError 404 when there is no such task there; asks nothing of the database when it is known */
    async requireTask(place: RunnablePlace): Promise<void> {
      await found(place);
    },

    /**
     * @throws ProblemError 404 when there is no such task or revision there, 409 when it is archived or no revision is active
     */
    async resolve(place: RunnablePlace, target: RunTarget = 'active'): Promise<Runnable> {
      const task = await found(place);
      if (task.archived_at !== null) throw archived();
      const named = { taskId: task.id, taskName: task.name };
      if (target === 'draft') {
        const draft = await revisions.getDraft(database.db, task.id);
        if (!draft) throw notFound();
        return { ...named, revision: null, definition: draft.definition };
      }
      if (target === 'active' || Number(target) === task.active_revision) {
        if (task.active_revision === null || task.definition === null) throw noneActive();
        return { ...named, revision: task.active_revision, definition: task.definition };
      }
      const number = /^\d/.test(target) ? Number(target) : environmentOf(task, target);
      const revision = await revisions.getRevision(database.db, task.id, number);
      if (!revision) throw notFound();
      return { ...named, revision: revision.number, definition: revision.definition };
    },
  };
}

function environmentOf({ environments }: RunnableTask, name: string): number {
  const number = revisionOfEnvironment(environments, name);
  if (number === undefined)
    throw new ProblemError('not_found', `The task has no environment “${name}”.`);
  return number;
}

function archived(): ProblemError {
  return new ProblemError(
    'task_archived',
    'This task is archived and cannot be run. Take it out of the archive first.',
  );
}

function noneActive(): ProblemError {
  return new ProblemError(
    'no_active_revision',
    'No revision of this task is active. Save its draft as a revision and set that as active.',
  );
}
