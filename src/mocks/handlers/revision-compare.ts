import { contractErrors } from '#core/task/contract/task-contract.ts';
import { invalidRequest } from '#domain/problem.ts';
import type { RunTarget } from '#generated/model/index.ts';
import { mockCallers, mockChanges } from '../compare.ts';
import type { StoredTask } from '../store.ts';
import type { Resolvers } from './resolver.ts';
import { definitionFor } from './run.ts';
import { taskById } from './task.ts';

/** What callers notice between two revisions. */
export const comparisonResolvers = {
  compareTaskRevisions: ({ store, params, query }) => {
    const task = taskById(store, params.taskId);
    const next = definitionFor(task, query.next ?? 'draft');
    const isCalled = query.base !== undefined || task.active_revision !== null;
    const base = isCalled ? definitionFor(task, query.base ?? 'active') : undefined;
    for (const side of [next, ...(base ? [base] : [])]) {
      const errors = contractErrors(side.definition);
      if (errors.length > 0) throw invalidRequest(errors);
    }
    const diff: ReturnType<typeof mockChanges> = base
      ? mockChanges(base.definition, next.definition)
      : { verdict: 'compatible', changes: [] };
    const { model_id } = next.definition;
    const model = store.data.models.find(({ id }) => id === model_id);
    return {
      task_id: task.id,
      base_revision: base?.revision ?? null,
      next_revision: next.revision,
      ...diff,
      callers: mockCallers(store, task.id, {
        changes: diff.changes,
        next: next.definition,
        targets: targetsOf(task, query.base),
      }),
      ...(!model?.available && { unavailable_model: model_id }),
    };
  },
} satisfies Partial<Resolvers>;

/** The names by which callers get what is replaced; a revision that is called by its number is not replaced. */
function targetsOf(task: StoredTask, base: RunTarget = 'active'): RunTarget[] {
  if (!/^\d/.test(base)) return [base];
  const named = Object.entries(task.environments ?? {}).filter(([, at]) => at === Number(base));
  const isActive = task.active_revision === Number(base);
  return [...(isActive ? ['active'] : []), ...named.map(([name]) => name)];
}
