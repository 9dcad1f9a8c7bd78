import { EXPORT_TYPES } from '#core/run/run-export.ts';
import { canViewChat, type Reader } from '../access/visible.ts';
import { API_PREFIX, type Call, type OperationsOf, Reply } from '../call.ts';
import { chatDenied } from '../chat/chat-refusals.ts';
import type { Domain } from '../domain.ts';
import { FileBody } from '../events.ts';
import { principalId } from '../principal.ts';
import { createRejectedCallService } from './rejected/rejected-call.service.ts';
import { createRunService } from './run.service.ts';
import type { RunRow } from './run.tables.ts';
import { runEvents } from './run-events.ts';
import { createRunLogService } from './run-log.service.ts';
import { toProblem } from './run-refusals.ts';
import { createRunStatsService } from './run-stats.service.ts';
import { whenEnded } from './run-view.ts';
import type { RunRequest } from './start-run.service.ts';
import { createTaskMockService } from './task-mock.service.ts';

type OneRun = Reader & { rows: { run: RunRow } };

/** The operations of runs: calls of tasks and task mocks, and the run log. */
export function runOperations(domain: Domain): OperationsOf<'run'> {
  const runs = createRunService(domain);
  const log = createRunLogService(domain);
  const stats = createRunStatsService(domain);
  const rejected = createRejectedCallService(domain);
  const mocks = createTaskMockService(domain);

  /** The run of a path, whose contents the caller may see. */
  async function readable({ rows: { run }, ...reader }: OneRun): Promise<RunRow> {
    await requireReadable(domain, run, reader);
    return run;
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
    getRun: async (call) => runs.get(await readable(call)),
    listRunSteps: async (call) => log.steps(await readable(call), call.query.with_data ?? true),
    getRunStep: async (call) => log.step(await readable(call), call.params.stepId),
    sendToolReply: async (call) =>
      runs.reply(await readable(call), call.params.stepId, call.body.reply),
    streamRun: async (call) =>
      runEvents(await runs.view(await readable(call)), call.headers['last-event-id']),
    cancelRun: async (call) => runs.cancel(await readable(call)),
  };
}

function toRequest(
  { params, principal, access, body, headers }: Call<'runTask'> | Call<'streamTask'>,
  isStreamed: boolean,
): RunRequest {
  const idempotencyKey = headers['idempotency-key'];
  return { place: params, principal, access, body, idempotencyKey, isStreamed };
}

/**
 * Requires that the reader may see a run. Answers in chats are runs: besides those who asked, only those who may view the
 * chat see them, directly as well as in lists, statistics and exports, which the stores filter by `RunFilter.readerId`.
 * @throws ProblemError 403
 */
async function requireReadable(
  domain: Pick<Domain, 'stores' | 'standing'>,
  { source, caller_id, chat_id }: Pick<RunRow, 'source' | 'caller_id' | 'chat_id'>,
  { principal }: Reader,
): Promise<void> {
  if (source !== 'chat' || caller_id === principalId(principal)) return;
  const { chats } = domain.stores.chat;
  const chat = chat_id === null ? undefined : await chats.find({ id: chat_id });
  if (!(await canViewChat(domain, principal, chat))) throw chatDenied();
}
