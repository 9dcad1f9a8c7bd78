import { callersSince } from '#core/task/revision/callers.ts';
import { usersOf } from '#core/task/revision/rejected-uses.ts';
import type { RunTarget, TaskUser, TaskUses } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { mustFind } from '../problem.ts';
import { rejectedUses } from './rejected-uses.ts';
import type { TaskPlace } from './task.store.ts';

/** What stops working or is deleted along with a task. */
export function createTaskUsesService(domain: Pick<Domain, 'stores' | 'run'>) {
  const { stores } = domain;
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
      const since = callersSince().toISOString();
      const uses = await task.callerUses(taskId, since);
      const rejected = await rejectedUses(domain, taskId, since);
      const isMeant = ({ target }: { target: RunTarget }) =>
        environment === undefined || target === environment;
      return {
        callers: usersOf(uses.filter(isMeant), rejected.filter(isMeant)),
        environments: Object.keys(environments).sort(),
        webhook: await webhookOf(taskId),
        judged_tasks: await task.judgedTasks(place),
        datasets: await evaluation.datasets.count({ task_id: taskId }),
        evaluations: await evaluation.evaluations.count({ task_id: taskId }),
      };
    },
  };
}
