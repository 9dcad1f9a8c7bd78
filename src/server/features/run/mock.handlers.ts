import { runEvents } from '#domain/run/run-events.ts';
import type { MockService } from '#domain/run/task-mock.service.ts';
import type { RouteHandlers } from '#generated/server/fastify.gen.ts';
import { sendEvents } from '../../http/sse.ts';

export type MockHandlers = Pick<RouteHandlers, 'runTaskMock' | 'streamTaskMock'>;

/** The mock of a task: its calls, without a model. */
export function createMockHandlers({ mocks }: { mocks: MockService }): MockHandlers {
  return {
    async runTaskMock({ params, principal, body, query }, reply) {
      const run = await mocks.run({ place: params, principal, body, fail: query?.fail });
      await reply.type('application/json').code(200).send(run);
    },
    async streamTaskMock({ params, principal, body, query, headers }, reply) {
      const lastEventId = (headers as Record<string, string | undefined>)['last-event-id'];
      const call = { place: params, principal, body, fail: query?.fail };
      const view = await mocks.stream(call, Boolean(lastEventId));
      sendEvents(reply, runEvents(view, lastEventId));
    },
  };
}
