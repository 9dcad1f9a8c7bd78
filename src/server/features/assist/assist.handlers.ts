import type { FastifyRequest } from 'fastify';
import { ProblemError } from '#domain/problem.ts';
import { runEvents } from '#domain/run/run-events.ts';
import { toProblem } from '#domain/run/run-problem.ts';
import type { AssistAnswer, AssistEvent, Run, RunEvent } from '#generated/model/index.ts';
import type { RouteHandlers } from '#generated/server/fastify.gen.ts';
import { sendEvents } from '../../http/sse.ts';
import type { AssistCall, AssistService } from './assist.service.ts';

export type AssistHandlers = Pick<RouteHandlers, 'runAssist' | 'streamAssist'>;

/** The operations of helpers. */
export function createAssistHandlers(assist: AssistService): AssistHandlers {
  return {
    async runAssist(request, reply) {
      const { view, answerOf } = await assist.start(
        toCall(request, request.params, request.body, false),
      );
      const run = await view.done;
      if (run.status === 'failed') throw toProblem(run);
      if (run.status === 'cancelled')
        throw new ProblemError('model_interrupted', 'It was cancelled.');
      await reply.type('application/json').code(200).send(answerOf(run));
    },
    async streamAssist(request, reply) {
      const { view, isSample, answerOf } = await assist.start(
        toCall(request, request.params, request.body, true),
      );
      const events = runEvents(view, headerOf(request, 'last-event-id'), (event) =>
        toAssistEvent(event, isSample, answerOf),
      );
      sendEvents(reply, events);
    },
  };
}

/** A helper's event for a run's; undefined for what is nobody's business here. */
function toAssistEvent(
  event: RunEvent,
  isSample: boolean,
  answerOf: (run: Run) => AssistAnswer,
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
      return { type: 'assist.succeeded', answer: answerOf(event.run) };
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

function toCall(
  request: Pick<FastifyRequest, 'headers' | 'principal' | 'access'>,
  place: AssistCall['place'],
  body: AssistCall['body'],
  isStreamed: boolean,
): AssistCall {
  return {
    place: { orgId: place.orgId, projectId: place.projectId },
    body,
    principal: request.principal,
    access: request.access,
    idempotencyKey: headerOf(request, 'idempotency-key'),
    isStreamed,
  };
}

/** Node hands headers over in lower case; the generated types spell them as the contract does. */
function headerOf(request: { headers: object }, name: string): string | undefined {
  const value = (request.headers as Record<string, unknown>)[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
