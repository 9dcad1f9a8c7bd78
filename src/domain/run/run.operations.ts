import { EXPORT_TYPES } from '#core/run/run-export.ts';
import { API_PREFIX, type Call, type OperationsOf, Reply } from '../call.ts';
import type { Domain } from '../domain.ts';
import { FileBody } from '../events.ts';
import { whenEnded } from './live-run.ts';
import { createRejectedCallService } from './rejected/rejected-call.service.ts';
import { createRunService } from './run.service.ts';
import { runEvents } from './run-events.ts';
import { createRunLogService } from './run-log.service.ts';
import { toProblem } from './run-problem.ts';
import type { RunRequest } from './run-request.ts';
import { createRunStatsService } from './run-stats.service.ts';
import { createTaskMockService } from './task-mock.service.ts';

/** The operations of runs: calls of tasks and task mocks, and the run log. */
export function runOperations(domain: Domain): OperationsOf<'run'> {
  const runs = createRunService(domain);
  const log = createRunLogService(domain);
  const stats = createRunStatsService(domain);
  const rejected = createRejectedCallService(domain);
  const mocks = createTaskMockService(domain);
  return {
    async runTask(call) {
      const isBackground = /(^|[,\s])respond-async\b/i.test(call.headers.prefer ?? '');
      const view = await runs.start(toRequest(call, isBackground));
      if (isBackground && !view.isEnded) {
        const { orgId, projectId } = call.params;
        const location = `${API_PREFIX}/org/${orgId}/project/${projectId}/run/${view.run.id}`;
        const headers = { location, 'preference-applied': 'respond-async' };
        return new Reply(view.run, { status: 202, headers });
      }
      const run = await whenEnded(view, call.left);
      if (run.status === 'failed') throw toProblem(run);
      return run;
    },
    streamTask: async (call) => runEvents(await runs.start(toRequest(call, true))),
    runTaskMock: ({ params, principal, body, query }) =>
      mocks.run({ place: params, principal, body, fail: query.fail }),
    async streamTaskMock({ params, principal, body, query, headers }) {
      const lastEventId = headers['last-event-id'];
      const request = { place: params, principal, body, fail: query.fail };
      return runEvents(await mocks.stream(request, Boolean(lastEventId)), lastEventId);
    },
    listRuns: ({ params, query }) => log.list(params.projectId, query),
    getRunStats: ({ params, query }) => stats.get(params.projectId, query),
    listRejectedCalls: ({ params, query }) => rejected.list(params.projectId, query),
    listRunCallers: ({ params }) => log.callers(params.projectId),
    exportRuns({ params, query: { format = 'csv', ...filter } }) {
      const text = log.export(params, filter, format);
      return new FileBody(`runs.${format}`, EXPORT_TYPES[format], text);
    },
    getRun: ({ params }) => runs.get(params.projectId, params.runId),
    listRunSteps: ({ params, query }) =>
      log.steps(params.projectId, params.runId, query.with_data ?? true),
    getRunStep: ({ params }) => log.step(params.projectId, params.runId, params.stepId),
    sendToolReply: ({ params, body }) =>
      runs.reply(params.projectId, params.runId, params.stepId, body.reply),
    streamRun: async ({ params, headers }) =>
      runEvents(await runs.view(params.projectId, params.runId), headers['last-event-id']),
    cancelRun: ({ params }) => runs.cancel(params.projectId, params.runId),
  };
}

function toRequest(
  { params, principal, access, body, headers }: Call<'runTask'> | Call<'streamTask'>,
  isStreamed: boolean,
): RunRequest {
  const idempotencyKey = headers['idempotency-key'];
  return { place: params, principal, access, body, idempotencyKey, isStreamed };
}
