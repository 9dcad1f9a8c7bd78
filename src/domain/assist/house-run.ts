import type { Assistant } from '#core/assist/assistant.ts';
import { knownInputs } from '#core/task/input/inputs.ts';
import type { RunSource, TaskDefinition } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { findModel } from '../endpoint/own-models.ts';
import { createModelService } from '../model/model.service.ts';
import { invalidField } from '../problem.ts';
import type { AskableModel } from '../run/execution/ask-model.ts';
import type { OutputReader } from '../run/execution/run-job.ts';
import type { RunView } from '../run/live-run.ts';
import { createRunService } from '../run/run.service.ts';
import type { RunRequest } from '../run/run-request.ts';
import type { SampleWriter } from './assist.port.ts';

/** A run of one of the product's own tasks. */
export interface HouseRun
  extends Pick<RunRequest, 'principal' | 'access' | 'idempotencyKey' | 'isStreamed'> {
  place: { orgId: string; projectId: string };
  task: Pick<Assistant, 'taskId'>;
  model: AskableModel;
  source: RunSource;
  inputs: Record<string, unknown>;
  /** Parses the output, given the format that the task has now. */
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
     * @param pointer where the request names it
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

    /** @throws ProblemError 400, 402 without balance, 404, 409 */
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
      const found = await domain.assist.houseTask(task.taskId);
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
