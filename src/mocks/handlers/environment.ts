import { ENVIRONMENTS_MAX } from '#core/limits.ts';
import { environmentNameProblem } from '#core/task/environment.ts';
import { invalidRequest, MockProblem, notFound } from '../http/problem.ts';
import { tellWebhooks } from '../webhook/tell.ts';
import type { Resolvers } from './resolver.ts';
import { requireConfirmed, revisionOf } from './revision.ts';
import { taskById, toTask, touch } from './task.ts';

/** Revisions of a task under names of its own. */
export const environmentResolvers = {
  replaceTaskEnvironment: ({ store, params, body }) => {
    const task = taskById(store, params.taskId);
    const { environment } = params;
    const message = environmentNameProblem(environment);
    if (message) throw invalidRequest([{ pointer: '/path/environment', message }]);
    const next = revisionOf(task, body.revision);
    const known = task.environments ?? {};
    const before = known[environment];
    if (before === undefined && Object.keys(known).length >= ENVIRONMENTS_MAX)
      throw new MockProblem(
        'environment_limit_reached',
        `A task has at most ${ENVIRONMENTS_MAX} environments. Delete one first.`,
      );
    if (before !== undefined) {
      const base = revisionOf(task, before);
      const diff = requireConfirmed(task, [base.definition, next.definition], body.confirm);
      if (diff.changes.length > 0)
        tellWebhooks(
          store,
          { projectId: task.project_id, taskId: task.id },
          {
            type: 'task.contract_changed',
            task_id: task.id,
            task_name: task.name,
            revision: next.number,
            replaced: base.number,
            environment,
            diff: { ...diff },
          },
        );
    }
    task.environments = { ...known, [environment]: body.revision };
    touch(task);
    return toTask(store, task);
  },

  deleteTaskEnvironment: ({ store, params }) => {
    const task = taskById(store, params.taskId);
    const { [params.environment]: gone, ...rest } = task.environments ?? {};
    if (gone === undefined) throw notFound();
    task.environments = rest;
    touch(task);
    return undefined;
  },
} satisfies Partial<Resolvers>;
