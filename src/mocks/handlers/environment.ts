import { ENVIRONMENTS_MAX } from '#core/limits.ts';
import { environmentNameProblem, revisionOfEnvironment } from '#core/task/revision/environment.ts';
import { invalidRequest, notFound, ProblemError } from '#domain/problem.ts';
import { emit } from '#domain/webhook/webhook-event.service.ts';
import { callsOf } from '../compare.ts';
import { createMemoryStores } from '../memory/stores.ts';
import type { Store } from '../store.ts';
import type { Resolvers } from './resolver.ts';
import { requireConfirmed, requireReplaced, revisionOf } from './revision.ts';
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
    const before = revisionOfEnvironment(known, environment);
    requireReplaced(body.replaces, before ?? null);
    if (before === undefined && Object.keys(known).length >= ENVIRONMENTS_MAX)
      throw new ProblemError(
        'environment_limit_reached',
        `A task has at most ${ENVIRONMENTS_MAX} environments. Delete one first.`,
      );
    const had = before ?? lastCalled(store, task.id, environment);
    if (had !== undefined) {
      const base = revisionOf(task, had);
      const diff = requireConfirmed(task, [base.definition, next.definition], body.confirm);
      if (diff.changes.length > 0)
        void emit(createMemoryStores(store), task.project_id, {
          type: 'task.contract_changed',
          task_id: task.id,
          task_name: task.name,
          revision: next.number,
          replaced: base.number,
          environment,
          diff: { ...diff },
        });
    }
    task.environments = { ...known, [environment]: body.revision };
    touch(task);
    return toTask(store, task);
  },

  deleteTaskEnvironment: ({ store, params }) => {
    const task = taskById(store, params.taskId);
    const known = task.environments ?? {};
    if (revisionOfEnvironment(known, params.environment) === undefined) throw notFound();
    const { [params.environment]: _, ...rest } = known;
    task.environments = rest;
    touch(task);
    return undefined;
  },
} satisfies Partial<Resolvers>;

/** The revision that callers got last by the name of an environment. */
function lastCalled(store: Store, taskId: string, environment: string): number | undefined {
  const called = callsOf(store, taskId).filter(({ target }) => target === environment);
  return called.sort((a, b) => (a.run.id < b.run.id ? 1 : -1))[0]?.run.revision ?? undefined;
}
