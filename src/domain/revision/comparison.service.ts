import type { RunTarget, TaskComparison } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { findModel } from '../endpoint/own-models.ts';
import { ProblemError } from '../problem.ts';
import { requireContract } from '../task/runnable.service.ts';
import type { Runnable, RunnablePlace } from '../task/runnable.ts';
import { affectedCallers } from './affected-callers.ts';
import type { ContractChanges } from './contract-changes.ts';

/** How replacing a revision affects a task's callers, and who they are. */
export function createComparisonService(
  domain: Pick<Domain, 'stores' | 'model' | 'run' | 'runnables' | 'task' | 'secrets'>,
) {
  const { runnables } = domain;
  const { task } = domain.stores;

  /** The targets whose revision is replaced; a revision called by number is not. */
  async function targetsOf(taskId: string, base: RunTarget = 'active'): Promise<RunTarget[]> {
    if (!isNumber(base)) return [base];
    const row = await task.tasks.find({ id: taskId });
    const named = Object.entries(row?.environments ?? {}).filter(([, at]) => at === Number(base));
    const isActive = row?.active_revision === Number(base);
    return [...(isActive ? ['active'] : []), ...named.map(([name]) => name)];
  }

  /** Without an active revision, nobody calls the task, so nothing breaks. */
  async function baseOf(
    place: RunnablePlace,
    base: RunTarget | undefined,
  ): Promise<Runnable | undefined> {
    try {
      return await runnables.resolve(place, base);
    } catch (error) {
      const isNoneActive = error instanceof ProblemError && error.code === 'no_active_revision';
      if (base === undefined && isNoneActive) return undefined;
      throw error;
    }
  }

  return {
    /**
     * @throws ProblemError 400 when a draft has no contract yet, 404 when the task or revision does not exist, 409 when
     *   the active revision is requested and there is none
     */
    async compare(
      place: RunnablePlace,
      { base, next = 'draft' }: { base?: RunTarget; next?: RunTarget } = {},
    ): Promise<TaskComparison> {
      const { taskId } = place;
      const after = await runnables.resolve(place, next);
      const before = await baseOf(place, base);
      for (const { definition } of [after, ...(before ? [before] : [])]) {
        requireContract(definition);
      }
      const found: ContractChanges = before
        ? await domain.task.compare(place.orgId, before.definition, after.definition)
        : { verdict: 'compatible', changes: [] };
      const { model_id } = after.definition;
      const model = await findModel(domain, place.orgId, model_id);
      return {
        task_id: taskId,
        base_revision: before?.revision ?? null,
        next_revision: after.revision,
        ...found,
        callers: await affectedCallers(domain, {
          taskId,
          changes: found.changes,
          next: after.definition,
          replacement: {
            targets: await targetsOf(taskId, base),
            base: isNumber(base) ? Number(base) : undefined,
            next: after.revision ?? undefined,
          },
        }),
        ...(!model?.info.available && { unavailable_model: model_id }),
      };
    },
  };
}

function isNumber(target: RunTarget = 'active'): boolean {
  return /^\d/.test(target);
}
