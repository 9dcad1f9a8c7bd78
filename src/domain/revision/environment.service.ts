import { ENVIRONMENTS_MAX } from '#core/limits.ts';
import { callersSince } from '#core/task/revision/callers.ts';
import { environmentNameProblem, revisionOfEnvironment } from '#core/task/revision/environment.ts';
import type { TaskDefinition, TaskEnvironmentUpdate } from '#generated/model/index.ts';
import { invalidField, mustFind, notFound, ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { changeTask, createTaskService, type TaskDomain } from '../task/task.service.ts';
import type { TaskPlace } from '../task/task.store.ts';
import type { TaskRow } from '../task/task.tables.ts';
import type { TaskView } from '../task/task-views.ts';
import { emit } from '../webhook/webhook-event.service.ts';
import { requireConfirmed, requireReplaced } from './confirm.ts';
import { type Compare, whileComparing } from './while-comparing.ts';

interface EnvironmentPlace extends TaskPlace {
  environment: string;
}

/** Named revisions of a task, such as staging and production. */
export function createEnvironmentService(domain: TaskDomain) {
  async function change(
    { projectId, taskId }: EnvironmentPlace,
    next: (stores: Stores, owner: TaskRow) => Promise<Record<string, number>>,
  ): Promise<TaskRow> {
    const row = await domain.stores.transaction(async (within) => {
      const where = { id: taskId, project_id: projectId };
      const owner = await mustFind(within.task.tasks.lock(where));
      const environments = await next(within, owner);
      const updated_at = new Date().toISOString();
      return changeTask(within, owner, { environments, updated_at });
    });
    await domain.access.announce({ task: taskId });
    return row;
  }

  return {
    /**
     * @throws ProblemError 400 for a name that is taken, 404, 409 when there are too many, or when an unconfirmed
     *   change would break callers of the environment
     */
    async replace(place: EnvironmentPlace, body: TaskEnvironmentUpdate): Promise<TaskView> {
      const { environment } = place;
      const problem = environmentNameProblem(environment);
      if (problem) throw invalidField('/path/environment', problem);
      const replaceIn = async (compare: Compare, within: Stores, owner: TaskRow) => {
        const { id, environments } = owner;
        const revisionOf = (number: number) => within.task.revisions.find({ task_id: id, number });
        const next = await mustFind(revisionOf(body.revision));
        const before = revisionOfEnvironment(environments, environment);
        requireReplaced(body.replaces, before ?? null, nowHas(environment, before));
        if (before === undefined) refuseTooMany(environments);
        const since = callersSince().toISOString();
        const had = before ?? (await within.task.lastCalled(id, environment, since));
        const base = had === undefined ? undefined : await revisionOf(had);
        if (base) {
          const definitions: [TaskDefinition, TaskDefinition] = [base.definition, next.definition];
          const diff = requireConfirmed(compare, owner, definitions, body.confirm);
          if (diff.changes.length > 0) {
            await emit(within, owner.project_id, {
              type: 'task.contract_changed',
              task_id: id,
              task_name: owner.name,
              environment,
              revision: next.number,
              replaced: base.number,
              diff: { ...diff },
            });
          }
        }
        return { ...environments, [environment]: body.revision };
      };
      const row = await whileComparing(domain.task, (compare) =>
        change(place, (within, owner) => replaceIn(compare, within, owner)),
      );
      return createTaskService(domain).viewOf(row);
    },

    /** @throws ProblemError 404 */
    async delete(place: EnvironmentPlace): Promise<void> {
      await change(place, async (_, { environments }) => {
        if (revisionOfEnvironment(environments, place.environment) === undefined) throw notFound();
        const { [place.environment]: _deleted, ...rest } = environments;
        return rest;
      });
    },
  };
}

function refuseTooMany(environments: TaskRow['environments']): void {
  if (Object.keys(environments).length < ENVIRONMENTS_MAX) return;
  throw new ProblemError(
    'environment_limit_reached',
    `A task has at most ${ENVIRONMENTS_MAX} environments. Delete one first.`,
  );
}

function nowHas(name: string, revision: number | undefined): string {
  return revision === undefined
    ? `The environment ${name} no longer exists`
    : `${name} now points to revision ${revision}`;
}
