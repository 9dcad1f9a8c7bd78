import type { HelperName } from '#core/assist/helper.ts';
import { HELPERS } from '#core/assist/helpers.ts';
import { helperInputs } from '#core/assist/inputs.ts';
import { readHelper, readResult } from '#core/assist/results.ts';
import { sampleOutput } from '#core/assist/sample.ts';
import { knownInputs } from '#core/task/input/inputs.ts';
import { invalidField } from '#domain/problem.ts';
import type { AskableModel } from '#domain/run/execution/ask-model.ts';
import type { RunService } from '#domain/run/run.service.ts';
import type { RunRequest } from '#domain/run/run-request.ts';
import type { Runnable, Runnables } from '#domain/task/runnable.ts';
import type { AssistAnswer, AssistRequest, Model, Run } from '#generated/model/index.ts';
import { askable } from '../../platform/models/ask-model.ts';
import { createSandboxModel } from '../../platform/models/sandbox-model.ts';
import type { ModelService } from '../model/model.service.ts';

/** A request to a helper. */
export interface AssistCall
  extends Pick<RunRequest, 'principal' | 'access' | 'idempotencyKey' | 'isStreamed'> {
  place: { orgId: string; projectId: string };
  body: AssistRequest;
}

export interface AssistServiceDeps {
  runs: RunService;
  runnables: Runnables;
  models: ModelService;
  /** Where the helpers are. */
  house: { orgId: string; projectId: string };
}

export type AssistService = ReturnType<typeof createAssistService>;

const SAMPLE = { provider: 'the sandbox model', keyName: '', model: 'sandbox' };
/** Samples are written fast: nobody wants to wait for what no model thinks about. */
const SAMPLE_WORD_MS = 8;

/**
 * Helpers that write and improve tasks. Each is an ordinary task of the free-tier project: what is asked is a run of
 * its active revision with the model that the person chose, on record in their project and paid by their organisation.
 */
export function createAssistService({ runs, runnables, models, house }: AssistServiceDeps) {
  async function modelFor(body: AssistRequest): Promise<AskableModel> {
    const id = body.model_id ?? (await models.defaultId());
    const model = models.find(id);
    if (!model) throw invalidField('/model_id', 'There is no such model');
    if (!model.info.available) {
      throw invalidField('/model_id', model.info.unavailable_reason ?? 'It cannot be called now');
    }
    return model;
  }

  async function helperOf(name: HelperName, { info }: AskableModel): Promise<Runnable> {
    const found = await runnables.resolve({ ...house, taskId: HELPERS[name].taskId });
    return { ...found, definition: { ...found.definition, model_id: info.id } };
  }

  return {
    /**
     * Asks a helper.
     * @returns the run to follow, and how its end is read
     * @throws ProblemError 400, 402 without balance, 404, 409
     */
    async start({ body, place, ...call }: AssistCall) {
      refuseUnknownTool(body);
      const model = await modelFor(body);
      const runnable = await helperOf(body.helper, model);
      const known = await models.all();
      const context = { models: known, newTaskModelId: await models.defaultId() };
      const isSample = model.info.provider === 'sandbox';
      const view = await runs.start({
        ...call,
        place: { ...place, taskId: runnable.taskId },
        body: { inputs: knownInputs(runnable.definition.variables, helperInputs(body, known)) },
        source: 'assist',
        helper: {
          runnable,
          model: isSample ? withSample(model, body, known) : model,
          read: (text) => readHelper(body, runnable.definition.output_format, text, context),
        },
      });
      const answerOf = (run: Run): AssistAnswer => ({
        run_id: run.id,
        model_id: run.model_id,
        is_sample: isSample,
        usage: run.usage,
        result: readResult(body, run.output, context).result,
      });
      return { view, isSample, answerOf };
    },
  };
}

/** The sandbox model does not think: here it says what fixed rules come to. */
function withSample(
  model: AskableModel,
  body: AssistRequest,
  models: readonly Model[],
): AskableModel {
  const answer = sampleOutput(body, models);
  const call = createSandboxModel({ answer, wordMs: SAMPLE_WORD_MS });
  return askable({ info: model.info, call, origin: SAMPLE });
}

function refuseUnknownTool(body: AssistRequest): void {
  if (body.helper !== 'describe_tool') return;
  const tools = body.definition.tools ?? [];
  if (tools.some(({ name }) => name === body.tool_name)) return;
  throw invalidField('/tool_name', 'The definition has no tool of this name');
}
