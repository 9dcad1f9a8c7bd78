import type { AssistantName } from '#core/assist/assistant.ts';
import { assistantInputs } from '#core/assist/inputs.ts';
import { readAssistantOutput, readResult } from '#core/assist/results.ts';
import { sampleOutput } from '#core/assist/sample.ts';
import { knownInputs } from '#core/task/input/inputs.ts';
import type { AssistAnswer, AssistRequest, Run } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { allModels, findModel } from '../endpoint/own-models.ts';
import { createModelService } from '../model/model.service.ts';
import { invalidField } from '../problem.ts';
import { newTaskModel } from '../project/defaults.ts';
import type { AskableModel } from '../run/execution/ask-model.ts';
import { createRunService } from '../run/run.service.ts';
import type { RunRequest } from '../run/run-request.ts';
import type { Runnable } from '../task/runnable.ts';

/** A request to an assistant. */
export interface AssistCall
  extends Pick<RunRequest, 'principal' | 'access' | 'idempotencyKey' | 'isStreamed'> {
  place: { orgId: string; projectId: string };
  body: AssistRequest;
}

/**
 * Assistants that write and improve tasks. Each is an ordinary task of the free-tier project. A request is a run of its
 * active revision with the model that the person chose; it is logged in their project and paid for by their
 * organisation.
 */
export function createAssistService(
  domain: Pick<Domain, 'stores' | 'run' | 'runnables' | 'assist' | 'model' | 'secrets'>,
) {
  const runs = createRunService(domain);
  const models = createModelService(domain);

  async function modelFor(orgId: string, body: AssistRequest): Promise<AskableModel> {
    const id = body.model_id ?? (await models.defaultId(orgId));
    const model = await findModel(domain, orgId, id);
    if (!model) throw invalidField('/model_id', "This model doesn't exist");
    if (!model.info.available) {
      throw invalidField('/model_id', model.info.unavailable_reason ?? 'Not available right now');
    }
    return model;
  }

  async function assistantFor(name: AssistantName, { info }: AskableModel): Promise<Runnable> {
    const found = await domain.assist.assistant(name);
    return { ...found, definition: { ...found.definition, model_id: info.id } };
  }

  return {
    /**
     * Starts an assistant.
     * @returns the run to follow, and a function that reads its result
     * @throws ProblemError 400, 402 without balance, 404, 409
     */
    async start({ body, place, ...call }: AssistCall) {
      refuseUnknownTool(body);
      const model = await modelFor(place.orgId, body);
      const runnable = await assistantFor(body.helper, model);
      const known = await allModels(domain, place.orgId);
      const context = {
        models: known,
        newTaskModelId: await newTaskModel(domain, place),
      };
      const sample = domain.assist.sample(model.info, () => sampleOutput(body, known));
      const isSample = sample !== undefined;
      const view = await runs.start({
        ...call,
        place: { ...place, taskId: runnable.taskId },
        body: { inputs: knownInputs(runnable.definition.variables, assistantInputs(body, known)) },
        source: 'assist',
        given: {
          runnable,
          model: sample ?? model,
          read: (text) =>
            readAssistantOutput(body, runnable.definition.output_format, text, context),
        },
      });
      const resultOf = (run: Run): AssistAnswer => ({
        run_id: run.id,
        model_id: run.model_id,
        is_sample: isSample,
        usage: run.usage,
        result: readResult(body, run.output, context).result,
      });
      return { view, isSample, answerOf: resultOf };
    },
  };
}

function refuseUnknownTool(body: AssistRequest): void {
  if (body.helper !== 'describe_tool') return;
  const tools = body.definition.tools ?? [];
  if (tools.some(({ name }) => name === body.tool_name)) return;
  throw invalidField('/tool_name', 'The definition has no tool with this name');
}
