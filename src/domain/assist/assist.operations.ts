import type { AssistAnswer, AssistEvent, Run, RunEvent } from '#generated/model/index.ts';
import type { Call, OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { INTERNAL_ERROR, ProblemError } from '../problem.ts';
import { runEvents } from '../run/run-events.ts';
import { toProblem } from '../run/run-refusals.ts';
import { whenEnded } from '../run/run-view.ts';
import { type AssistCall, createAssistService } from './assist.service.ts';

/** The operations of assistants. */
export function assistOperations(domain: Domain): OperationsOf<'assist'> {
  const assist = createAssistService(domain);
  return {
    async runAssist(call) {
      const { view, answerOf: resultOf } = await assist.start(toRequest(call, false));
      const run = await whenEnded(view, call.left);
      if (run.status === 'failed') throw toProblem(run);
      if (run.status === 'cancelled')
        throw new ProblemError('model_interrupted', 'The run was cancelled.');
      return resultOf(run);
    },
    async streamAssist(call) {
      const { view, isSample, answerOf: resultOf } = await assist.start(toRequest(call, true));
      return runEvents(view, call.headers['last-event-id'], (event) =>
        toAssistEvent(event, isSample, resultOf),
      );
    },
  };
}

/** Translates a run's event into an assistant's; undefined if callers do not get it. */
function toAssistEvent(
  event: RunEvent,
  isSample: boolean,
  resultOf: (run: Run) => AssistAnswer,
): AssistEvent | undefined {
  switch (event.type) {
    case 'run.started': {
      const { id, model_id } = event.run;
      return { type: 'assist.started', run_id: id, model_id, is_sample: isSample };
    }
    case 'run.delta':
      return { type: 'assist.delta', offset: event.offset, text: event.text };
    case 'run.reset':
      return { type: 'assist.reset' };
    case 'run.succeeded':
      return { type: 'assist.succeeded', answer: resultOf(event.run) };
    case 'run.failed':
      return {
        type: 'assist.failed',
        error: event.run.error ?? INTERNAL_ERROR,
      };
    case 'run.cancelled':
      return { type: 'assist.cancelled' };
    default:
      return undefined;
  }
}

function toRequest(
  { params, principal, access, body, headers }: Call<'runAssist'> | Call<'streamAssist'>,
  isStreamed: boolean,
): AssistCall {
  const idempotencyKey = headers['idempotency-key'];
  return { place: params, principal, access, body, idempotencyKey, isStreamed };
}
