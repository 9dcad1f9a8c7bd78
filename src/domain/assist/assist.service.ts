import { ASSISTANTS } from '#core/assist/assistants.ts';
import { assistantInputs } from '#core/assist/inputs.ts';
import { readAssistantOutput, readResult } from '#core/assist/results.ts';
import { sampleOutput } from '#core/assist/sample.ts';
import type { AssistAnswer, AssistRequest, Run } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { allModels } from '../endpoint/own-models.ts';
import { invalidField } from '../problem.ts';
import { newTaskModel } from '../project/defaults.ts';
import { createHouseRuns, type HouseRun } from './house-run.ts';

/** A request to an assistant. */
export interface AssistCall
  extends Pick<HouseRun, 'place' | 'principal' | 'access' | 'idempotencyKey' | 'isStreamed'> {
  body: AssistRequest;
}

/** Assistants that write and improve tasks. */
export function createAssistService(
  domain: Pick<Domain, 'stores' | 'run' | 'runnables' | 'assist' | 'model' | 'secrets'>,
) {
  const house = createHouseRuns(domain);

  return {
    /**
     * Starts an assistant.
     * @returns the run to follow, and a function that reads its result
     * @throws ProblemError 400, 402 without balance, 404, 409
     */
    async start({ body, place, ...call }: AssistCall) {
      refuseUnknownTool(body);
      const model = await house.modelFor(place.orgId, body.model_id, '/model_id');
      const known = await allModels(domain, place.orgId);
      const context = {
        models: known,
        newTaskModelId: await newTaskModel(domain, place),
      };
      const { view, isSample } = await house.start({
        ...call,
        place,
        model,
        task: ASSISTANTS[body.helper],
        source: 'assist',
        inputs: assistantInputs(body, known),
        read: (format) => (text) => readAssistantOutput(body, format, text, context),
        sample: () => sampleOutput(body, known),
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
