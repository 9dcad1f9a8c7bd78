import { eq } from 'drizzle-orm';
import { callersSince, usersOf } from '#core/task/revision/callers.ts';
import { notFound } from '#domain/problem.ts';
import type { TaskUses } from '#generated/model/index.ts';
import type { Database } from '../../db/client.ts';
import { dataset, evaluation } from '../../db/schema/evaluation.ts';
import * as tasks from './task.repository.ts';
import { callerUses } from './task-callers.repository.ts';
import { judgedTasks, toldWebhook } from './task-uses.repository.ts';

export type TaskUsesService = ReturnType<typeof createTaskUsesService>;

/** What stops, or goes with it, when a task is deleted. */
export function createTaskUsesService({ database: { db } }: { database: Database }) {
  return {
    /**
     * @param environment only callers by this name
     * @throws ProblemError 404
     */
    async get(
      place: { projectId: string; taskId: string },
      environment?: string,
    ): Promise<TaskUses> {
      const { projectId, taskId } = place;
      const row = await tasks.getTask(db, projectId, taskId);
      if (!row) throw notFound();
      const uses = await callerUses(db, taskId, callersSince());
      return {
        callers: usersOf(
          environment === undefined ? uses : uses.filter(({ target }) => target === environment),
        ),
        environments: Object.keys(row.environments).sort(),
        webhook: await toldWebhook(db, taskId),
        judged_tasks: await judgedTasks(db, place),
        datasets: await db.$count(dataset, eq(dataset.task_id, taskId)),
        evaluations: await db.$count(evaluation, eq(evaluation.task_id, taskId)),
      };
    },
  };
}
