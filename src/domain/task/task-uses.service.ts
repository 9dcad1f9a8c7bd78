import { callersSince, usersOf } from '#core/task/revision/callers.ts';
import type { TaskUser, TaskUses } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { mustFind } from '../problem.ts';
import type { TaskPlace } from './task.store.ts';

/** What stops working or is deleted along with a task. */
export function createTaskUsesService({ stores }: Pick<Domain, 'stores'>) {
  const { evaluation, task, webhook } = stores;

  async function webhookOf(taskId: string): Promise<TaskUser | null> {
    const attachment = await webhook.attachments.find({ task_id: taskId });
    const found = attachment && (await webhook.webhooks.find({ id: attachment.webhook_id }));
    return found ? { id: found.id, name: found.name } : null;
  }

  return {
    /**
     * @param environment only callers of this environment
     * @throws ProblemError 404
     */
    async get(place: TaskPlace, environment?: string): Promise<TaskUses> {
      const { projectId, taskId } = place;
      const where = { id: taskId, project_id: projectId };
      const { environments } = await mustFind(task.tasks.find(where));
      const uses = await task.callerUses(taskId, callersSince().toISOString());
      const matching = uses.filter(
        ({ target }) => environment === undefined || target === environment,
      );
      return {
        callers: usersOf(matching),
        environments: Object.keys(environments).sort(),
        webhook: await webhookOf(taskId),
        judged_tasks: await task.judgedTasks(place),
        datasets: await evaluation.datasets.count({ task_id: taskId }),
        evaluations: await evaluation.evaluations.count({ task_id: taskId }),
      };
    },
  };
}
