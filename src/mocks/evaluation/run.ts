import { checkInputs } from '#core/task/input/inputs.ts';
import type { EvaluationPort } from '#domain/evaluation/evaluation.port.ts';
import { invalidRequest, notFound } from '#domain/problem.ts';
import { definitionFor } from '../handlers/run.ts';
import { untilEnded } from '../run/engine.ts';
import { putRun } from '../run/put-run.ts';
import type { Store } from '../store.ts';

/** Runs of cases, by the pretend model. */
export function createEvaluationRuns(store: Store): EvaluationPort['run'] {
  return async ({ place, by, revision: target, inputs }) => {
    const task = store.data.tasks[place.taskId];
    if (task?.project_id !== place.projectId) throw notFound();
    const { definition, revision } = definitionFor(task, target);
    const { values, errors } = checkInputs(definition.variables, inputs);
    if (errors.length > 0) throw invalidRequest(errors);
    const run = putRun(store, task, {
      definition,
      revision,
      inputs: values,
      source: 'evaluation',
      caller: { type: 'user', ...by },
    });
    return untilEnded(store, run);
  };
}
