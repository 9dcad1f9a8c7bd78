import { HELPERS } from '#core/assist/helpers.ts';
import { helperInputs } from '#core/assist/inputs.ts';
import { readResult } from '#core/assist/results.ts';
import { sampleOutput } from '#core/assist/sample.ts';
import { invalidRequest, ProblemError } from '#domain/problem.ts';
import type {
  AssistAnswer,
  AssistEvent,
  AssistRequest,
  Run,
  RunEvent,
} from '#generated/model/index.ts';
import { untilEnded } from '../run/engine.ts';
import { putRun } from '../run/put-run.ts';
import { streamOf } from '../run/stream.ts';
import type { Store, StoredRun } from '../store.ts';
import type { Call, Resolvers } from './resolver.ts';
import { callerOf, endedWell, knownRun, refuseWithoutBalance, rememberRun } from './run.ts';

const DEFAULT_MODEL = 'sandbox/sandbox';

/** Helpers. No model is behind the mocks: whatever is asked, the answer follows fixed rules and says so. */
export const assistResolvers = {
  runAssist: async (call) => {
    const stored = accept(call, call.params, call.body);
    const run = endedWell(await untilEnded(call.store, stored));
    return answerOf(call.store, call.body, run);
  },

  streamAssist: (call) => {
    const stored = accept(call, call.params, call.body);
    return streamOf(call.store, stored, call.request.headers.get('last-event-id'), (event) =>
      toAssistEvent(event, (run) => answerOf(call.store, call.body, run)),
    );
  },
} satisfies Partial<Resolvers>;

function accept<Op extends 'runAssist' | 'streamAssist'>(
  call: Call<Op>,
  params: { orgId: string; projectId: string },
  body: AssistRequest,
): StoredRun {
  const { store } = call;
  const known = knownRun(call);
  if (known) return known;
  if (body.helper === 'describe_tool') {
    const isThere = (body.definition.tools ?? []).some(({ name }) => name === body.tool_name);
    const message = 'The definition has no tool of this name';
    if (!isThere) throw invalidRequest([{ pointer: '/tool_name', message }]);
  }
  const id = body.model_id ?? DEFAULT_MODEL;
  const model = store.data.models.find((candidate) => candidate.id === id);
  if (!model?.available) {
    const message = model?.unavailable_reason ?? 'There is no such model';
    throw invalidRequest([{ pointer: '/model_id', message }]);
  }
  refuseWithoutBalance(store, params.orgId, model);
  const { taskId, name, definition } = HELPERS[body.helper];
  const place = { id: taskId, org_id: params.orgId, project_id: params.projectId, name };
  const stored = putRun(store, place, {
    definition: { ...definition, model_id: id },
    revision: 1,
    inputs: helperInputs(body, store.data.models),
    source: 'assist',
    caller: callerOf(call.caller),
  });
  stored.answer = sampleOutput(body, store.data.models);
  rememberRun(call, stored.run.id);
  return stored;
}

function answerOf(store: Store, body: AssistRequest, run: Run): AssistAnswer {
  const { models } = store.data;
  const { result, errors } = readResult(body, run.output, {
    models,
    newTaskModelId: DEFAULT_MODEL,
  });
  if (errors.length > 0) throw new ProblemError('output_invalid', 'The sample breaks a rule.');
  return { run_id: run.id, model_id: run.model_id, is_sample: true, usage: run.usage, result };
}

function toAssistEvent(
  event: RunEvent,
  answer: (run: Run) => AssistAnswer,
): AssistEvent | undefined {
  switch (event.type) {
    case 'run.started':
      return {
        type: 'assist.started',
        run_id: event.run.id,
        model_id: event.run.model_id,
        is_sample: true,
      };
    case 'run.delta':
      return { type: 'assist.delta', offset: event.offset, text: event.text };
    case 'run.succeeded':
      return { type: 'assist.succeeded', answer: answer(event.run) };
    case 'run.failed':
      return {
        type: 'assist.failed',
        error: event.run.error ?? { code: 'internal_error', message: 'The run failed.' },
      };
    case 'run.cancelled':
      return { type: 'assist.cancelled' };
    default:
      return undefined;
  }
}
