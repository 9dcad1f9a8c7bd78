import type { RunTarget, TaskDefinition } from '#generated/model/index.ts';
import type { Database } from '../../db/client.ts';
import { notFound, ProblemError } from '../../http/problem.ts';
import type { RunnableCache } from './runnable-cache.ts';
import type { RunnableTask } from './task-revision.repository.ts';
import * as revisions from './task-revision.repository.ts';

/** What a run executes. */
export interface Runnable {
  taskId: string;
  taskName: string;
  /** Null for a draft. */
  revision: number | null;
  definition: TaskDefinition;
}

export type RunnableService = ReturnType<typeof createRunnableService>;

/** Finds what a call of a task means: the active revision (from memory), one by its number or environment, or the draft. */
export function createRunnableService({
  database,
  cache,
}: {
  database: Database;
  cache: RunnableCache;
}) {
  return {
    /**
     * @throws ProblemError 404 when there is no such task or revision there, 409 when it is archived or no revision is active
     */
    async resolve(
      place: { orgId: string; projectId: string; taskId: string },
      target: RunTarget = 'active',
    ): Promise<Runnable> {
      const task = await cache.get(place.taskId);
      if (!task || task.projectId !== place.projectId || task.orgId !== place.orgId)
        throw notFound();
      if (task.archivedAt !== null) throw archived();
      const found = { taskId: task.id, taskName: task.name };
      if (target === 'draft') {
        const draft = await revisions.getDraft(database.db, task.id);
        if (!draft) throw notFound();
        return { ...found, revision: null, definition: draft.definition };
      }
      if (target === 'active' || Number(target) === task.activeRevision) {
        if (task.activeRevision === null || task.definition === null) throw noneActive();
        return { ...found, revision: task.activeRevision, definition: task.definition };
      }
      const number = /^\d/.test(target) ? Number(target) : environmentOf(task, target);
      const revision = await revisions.getRevision(database.db, task.id, number);
      if (!revision) throw notFound();
      return { ...found, revision: revision.number, definition: revision.definition };
    },
  };
}

function environmentOf({ environments }: RunnableTask, name: string): number {
  const number = Object.hasOwn(environments, name) ? environments[name] : undefined;
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
