import { checkInputs } from '#core/task/input/inputs.ts';
import type { EvaluationPort } from '#domain/evaluation/evaluation.port.ts';
import { invalidRequest } from '#domain/problem.ts';
import type { Runnables } from '#domain/task/runnable.ts';
import { taskById } from '../memory/task.ts';
import { untilEnded } from '../run/engine.ts';
import { putRun } from '../run/put-run.ts';
import type { Store } from '../store.ts';

/** Runs test cases with the simulated model. */
export function createEvaluationRuns(store: Store, runnables: Runnables): EvaluationPort['run'] {
  return async ({ place, by, revision: target, inputs }) => {
    const { definition, revision } = await runnables.resolve(place, target);
    const { values, errors } = checkInputs(definition.variables, inputs);
    if (errors.length > 0) throw invalidRequest(errors);
    const run = putRun(store, taskById(store, place.taskId), {
      definition,
      revision,
      inputs: values,
      source: 'evaluation',
      caller: { type: 'user', ...by },
    });
    return untilEnded(store, run);
  };
}
