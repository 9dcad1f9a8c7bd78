import type { Assistant } from '#core/assist/assistant.ts';
import { knownInputs } from '#core/task/input/inputs.ts';
import type { ProblemCode, RunSource, TaskDefinition } from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { findModel } from '../endpoint/own-models.ts';
import type { AskableModel } from '../model/ask.ts';
import { createModelService } from '../model/model.service.ts';
import { invalidField, ProblemError } from '../problem.ts';
import type { OutputReader } from '../run/execution/run-job.ts';
import { createRunService } from '../run/run.service.ts';
import type { RunView } from '../run/run-view.ts';
import type { RunRequest } from '../run/start-run.service.ts';
import type { Runnable } from '../task/runnable.ts';
import type { SampleWriter } from './assist.port.ts';

/** A run of one of the product's own tasks. */
export interface HouseRun
  extends Pick<RunRequest, 'principal' | 'access' | 'idempotencyKey' | 'isStreamed'> {
  place: { orgId: string; projectId: string };
  task: Pick<Assistant, 'taskId' | 'name'>;
  model: AskableModel;
  source: RunSource;
  inputs: Record<string, unknown>;
  /** Parses the output, using the task's current format. */
  read(format: TaskDefinition['output_format']): OutputReader;
  sample: SampleWriter;
  /** Completes the task's definition. */
  complete?(definition: TaskDefinition): TaskDefinition;
}

/**
 * Runs the product's own tasks, which are ordinary tasks of the free-tier project. A run uses the active revision with
 * the model that the person chose; it is logged in their project and paid for by their organisation.
 */
export function createHouseRuns(
  domain: Pick<Domain, 'stores' | 'run' | 'runnables' | 'assist' | 'model' | 'secrets'>,
) {
  const runs = createRunService(domain);
  const models = createModelService(domain);

  return {
    /**
     * @param id by default, the organisation's model for new tasks
     * @param pointer the pointer to it in the request
     * @throws ProblemError 400 for a model that can't be called
     */
    async modelFor(orgId: string, id: string | null | undefined, pointer: string) {
      const model = await findModel(domain, orgId, id ?? (await models.defaultId(orgId)));
      if (!model) throw invalidField(pointer, "This model doesn't exist");
      if (!model.info.available) {
        throw invalidField(pointer, model.info.unavailable_reason ?? 'Not available right now');
      }
      return model;
    },

    /** @throws ProblemError 400, 402 without balance, 409 also if the task has been made unusable */
    async start({
      task,
      model,
      place,
      inputs,
      read,
      sample,
      complete = (definition) => definition,
      source,
      ...call
    }: HouseRun): Promise<{ view: RunView; isSample: boolean }> {
      const found = await domain.assist.houseTask(task.taskId).catch(rejectUnusable(task));
      requireKnownInputs(found, inputs);
      const definition = complete({ ...found.definition, model_id: model.info.id });
      const standIn = domain.assist.sample(model.info, sample);
      const view = await runs.start({
        ...call,
        place: { ...place, taskId: found.taskId },
        body: { inputs: knownInputs(definition.variables, inputs) },
        source,
        given: {
          runnable: { ...found, definition },
          model: standIn ?? model,
          read: read(definition.output_format),
        },
      });
      return { view, isSample: standIn !== undefined };
    },
  };
}

/** Someone may have deleted or archived the task, or deactivated its revision. The caller can't fix that. */
function rejectUnusable({ name }: HouseRun['task']) {
  return (error: unknown): never => {
    if (error instanceof ProblemError && UNUSABLE.includes(error.code))
      throw new ProblemError('no_active_revision', DETAIL.houseTaskGone(name), { cause: error });
    throw error;
  };
}

const UNUSABLE: readonly ProblemCode[] = ['not_found', 'no_active_revision', 'task_archived'];

/** Someone may have given the task a required input that this step can't provide. */
function requireKnownInputs(
  { taskName, definition }: Runnable,
  inputs: Readonly<Record<string, unknown>>,
): void {
  const unknown = definition.variables.find(({ name, required }) => required && !(name in inputs));
  if (unknown)
    throw new ProblemError('no_active_revision', DETAIL.houseTaskInput(taskName, unknown.name));
}
