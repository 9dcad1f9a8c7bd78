import type { Task } from '#generated/model/index.ts';

/** A task's address as the generated hooks take it. */
export function addressOf(task: Task): { orgId: string; projectId: string; taskId: string } {
  return { orgId: task.org_id, projectId: task.project_id, taskId: task.id };
}
