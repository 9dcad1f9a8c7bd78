import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { TaskUser } from '#generated/model/index.ts';
import type { Db } from '../../db/client.ts';
import { dataset } from '../../db/schema/evaluation.ts';
import { task } from '../../db/schema/task.ts';
import { taskWebhook, webhook } from '../../db/schema/webhook.ts';

/** The webhook that is attached to a task. */
export async function toldWebhook(db: Db, taskId: string): Promise<TaskUser | null> {
  const [row] = await db
    .select({ id: webhook.id, name: webhook.name })
    .from(taskWebhook)
    .innerJoin(webhook, eq(webhook.id, taskWebhook.webhook_id))
    .where(eq(taskWebhook.task_id, taskId));
  return row ?? null;
}

/** Other tasks of the project with a check that asks this one. */
export function judgedTasks(
  db: Db,
  { projectId, taskId }: { projectId: string; taskId: string },
): Promise<TaskUser[]> {
  const asked = JSON.stringify([{ type: 'judge', task_id: taskId }]);
  return db
    .selectDistinct({ id: task.id, name: task.name })
    .from(dataset)
    .innerJoin(task, eq(task.id, dataset.task_id))
    .where(
      and(
        eq(task.project_id, projectId),
        ne(task.id, taskId),
        sql`${dataset.checks} @> ${asked}::jsonb`,
      ),
    )
    .orderBy(asc(task.name), asc(task.id));
}
