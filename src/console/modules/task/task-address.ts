import type { Task } from '#generated/model/index.ts';

/** A task's path parameters, as the generated hooks take them. */
export interface TaskAddress {
  orgId: string;
  projectId: string;
  taskId: string;
}

export function addressOf(task: Task): TaskAddress {
  return { orgId: task.org_id, projectId: task.project_id, taskId: task.id };
}
