import { EXPORT_TYPES } from '#core/run/run-export.ts';
import type { Reader } from '../access/visible.ts';
import { API_PREFIX, type Call, type OperationsOf, Reply } from '../call.ts';
import type { Domain } from '../domain.ts';
import { FileBody } from '../events.ts';
import { whenEnded } from './live-run.ts';
import { createRejectedCallService } from './rejected/rejected-call.service.ts';
import { createRunService } from './run.service.ts';
import type { RunRow } from './run.store.ts';
import { runEvents } from './run-events.ts';
import { createRunLogService } from './run-log.service.ts';
import { requireReadable } from './run-privacy.ts';
import { toProblem } from './run-problem.ts';
import type { RunRequest } from './run-request.ts';
import { createRunStatsService } from './run-stats.service.ts';
import { createTaskMockService } from './task-mock.service.ts';

type OneRun = Reader & { params: { projectId: string }; rows: { run: RunRow } };

/** The operations of runs: calls of tasks and task mocks, and the run log. */
export function runOperations(domain: Domain): OperationsOf<'run'> {
  const runs = createRunService(domain);
  const log = createRunLogService(domain);
  const stats = createRunStatsService(domain);
  const rejected = createRejectedCallService(domain);
  const mocks = createTaskMockService(domain);

  /** The place of a run whose contents the caller may see. */
  async function readable({ params: { projectId }, rows, ...reader }: OneRun) {
    await requireReadable(domain, rows.run, reader);
    return { projectId, runId: rows.run.id };
  }
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
    listRuns: (call) => log.list(call.params.projectId, call.query, call),
    getRunStats: (call) => stats.get(call.params.projectId, call.query, call),
    listRejectedCalls: ({ params, query }) => rejected.list(params.projectId, query),
    listRunCallers: (call) => log.callers(call.params.projectId, call),
    exportRuns(call) {
      const { format = 'csv', ...filter } = call.query;
      const text = log.export(call.params, filter, format, call);
      return new FileBody(`runs.${format}`, EXPORT_TYPES[format], text);
    },
    async getRun(call) {
      const { projectId, runId } = await readable(call);
      return runs.get(projectId, runId);
    },
    async listRunSteps(call) {
      const { projectId, runId } = await readable(call);
      return log.steps(projectId, runId, call.query.with_data ?? true);
    },
    async getRunStep(call) {
      const { projectId, runId } = await readable(call);
      return log.step(projectId, runId, call.params.stepId);
    },
    async sendToolReply(call) {
      const { projectId, runId } = await readable(call);
      return runs.reply(projectId, runId, call.params.stepId, call.body.reply);
    },
    async streamRun(call) {
      const { projectId, runId } = await readable(call);
      return runEvents(await runs.view(projectId, runId), call.headers['last-event-id']);
    },
    async cancelRun(call) {
      const { projectId, runId } = await readable(call);
      return runs.cancel(projectId, runId);
    },
  };
}

function toRequest(
  { params, principal, access, body, headers }: Call<'runTask'> | Call<'streamTask'>,
  isStreamed: boolean,
): RunRequest {
  const idempotencyKey = headers['idempotency-key'];
  return { place: params, principal, access, body, idempotencyKey, isStreamed };
}
