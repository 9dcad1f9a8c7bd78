import { ENVIRONMENTS_MAX } from '#core/limits.ts';
import { callersSince } from '#core/task/revision/callers.ts';
import { environmentNameProblem, revisionOfEnvironment } from '#core/task/revision/environment.ts';
import { invalidField, notFound, ProblemError } from '#domain/problem.ts';
import type { TaskRow } from '#domain/task/task.store.ts';
import { emit } from '#domain/webhook/webhook-event.service.ts';
import type { TaskDefinition, TaskEnvironmentUpdate } from '#generated/model/index.ts';
import type { Task } from '#generated/server/types.gen.ts';
import type { Database, Tx } from '../../db/client.ts';
import { createStores } from '../../stores.ts';
import { requireConfirmed, requireReplaced } from './comparison.service.ts';
import type { ContractChanges } from './contract-changes.ts';
import type { RunnableCache } from './runnable-cache.ts';
import * as tasks from './task.repository.ts';
import type { TaskService } from './task.service.ts';
import { lastCalled } from './task-callers.repository.ts';
import * as revisions from './task-revision.repository.ts';

export type EnvironmentService = ReturnType<typeof createEnvironmentService>;

interface EnvironmentPlace {
  projectId: string;
  taskId: string;
  environment: string;
}

/** Revisions of a task under names of its own: staging, production. */
export function createEnvironmentService(deps: {
  database: Database;
  cache: RunnableCache;
  tasks: TaskService;
}) {
  const { db } = deps.database;

  async function change(
    { projectId, taskId }: EnvironmentPlace,
    write: (tx: Tx, owner: TaskRow) => Promise<Record<string, number>>,
  ): Promise<TaskRow> {
    const row = await db.transaction(async (tx) => {
      const owner = await tasks.lockTask(tx, projectId, taskId);
      if (!owner) throw notFound();
      const environments = await write(tx, owner);
      return tasks.updateTask(tx, taskId, { environments, updated_at: new Date().toISOString() });
    });
    await deps.cache.changed(taskId);
    return row;
  }

  /** Tells webhooks, if and only if the transaction is committed. */
  async function tellChanged(
    tx: Tx,
    { id, name, project_id }: TaskRow,
    moved: { environment: string; revision: number; replaced: number },
    diff: ContractChanges,
  ): Promise<void> {
    if (diff.changes.length === 0) return;
    const event = { task_id: id, task_name: name, ...moved, diff: { ...diff } };
    await emit(createStores(tx), project_id, { type: 'task.contract_changed', ...event });
  }

  return {
    /**
     * @throws ProblemError 400 for a name that is taken, 404, 409 when there are too many or when callers of the
     *   environment would break and nobody confirmed that
     */
    async replace(place: EnvironmentPlace, body: TaskEnvironmentUpdate): Promise<Task> {
      const { environment } = place;
      const problem = environmentNameProblem(environment);
      if (problem) throw invalidField('/path/environment', problem);
      const row = await change(place, async (tx, owner) => {
        const next = await revisions.getRevision(tx, owner.id, body.revision);
        if (!next) throw notFound();
        const before = revisionOfEnvironment(owner.environments, environment);
        requireReplaced(body.replaces, before ?? null, nowHas(environment, before));
        if (before === undefined && Object.keys(owner.environments).length >= ENVIRONMENTS_MAX)
          throw new ProblemError(
            'environment_limit_reached',
            `A task has at most ${ENVIRONMENTS_MAX} environments. Delete one first.`,
          );
        const had = before ?? (await lastCalled(tx, owner.id, environment, callersSince()));
        const base = had === undefined ? had : await revisions.getRevision(tx, owner.id, had);
        if (base) {
          const definitions: [TaskDefinition, TaskDefinition] = [base.definition, next.definition];
          const diff = requireConfirmed(owner, definitions, body.confirm);
          await tellChanged(
            tx,
            owner,
            { environment, revision: next.number, replaced: base.number },
            diff,
          );
        }
        return { ...owner.environments, [environment]: body.revision };
      });
      return deps.tasks.viewOf(row);
    },

    /** @throws ProblemError 404 */
    async delete(place: EnvironmentPlace): Promise<void> {
      await change(place, async (_tx, owner) => {
        if (revisionOfEnvironment(owner.environments, place.environment) === undefined)
          throw notFound();
        const { [place.environment]: _, ...rest } = owner.environments;
        return rest;
      });
    },
  };
}

function nowHas(name: string, revision: number | undefined): string {
  return revision === undefined
    ? `There is no ${name} any more`
    : `${name} has revision ${revision} now`;
}
