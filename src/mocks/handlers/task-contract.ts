import type { ApiContract } from '#core/task/contract/api-contract.ts';
import { taskClient } from '#core/task/contract/client.ts';
import { taskDocument } from '#core/task/contract/document.ts';
import { fileNameOf } from '#core/task/contract/file-name.ts';
import {
  contractErrors,
  exampleFrom,
  type TaskContract,
} from '#core/task/contract/task-contract.ts';
import { piecesOf, taskMockRun } from '#core/task/contract/task-mock.ts';
import {
  failedTaskMock,
  isRefusedCall,
  taskMockError,
} from '#core/task/contract/task-mock-failure.ts';
import { checkInputs } from '#core/task/input/inputs.ts';
import { API_PREFIX, operations, type QueryOf } from '#domain/call.ts';
import { invalidRequest, ProblemError } from '#domain/problem.ts';
import runtime from '#generated/client/runtime.json' with { type: 'json' };
import type { Run, RunEvent, TaskDefinition } from '#generated/model/index.ts';
import document from '#generated/server/openapi.json' with { type: 'json' };
import { Answer } from '../http/answer.ts';
import { readQuery } from '../http/validate.ts';
import { streamOf } from '../run/stream.ts';
import type { Store } from '../store.ts';
import type { Call, Resolvers } from './resolver.ts';
import { callerOf, definitionFor } from './run.ts';
import { taskById } from './task.ts';

type MockQuery = QueryOf<'runTaskMock'>;

const api = document as unknown as ApiContract;

/** What a task promises, and its mock. */
export const taskContractResolvers = {
  getTaskOpenApi: (call) => {
    const contract = contractOf(call, call.query.revision);
    const lastRun = exampleFrom(contract, lastTried(call.store, contract));
    return file(taskDocument(api, { ...contract, lastRun }), fileNameOf(contract, 'openapi.json'));
  },

  getTaskClient: (call) => {
    const contract = contractOf(call, call.query.revision);
    const text = taskClient(api, contract, runtime.source);
    const headers = disposition(fileNameOf(contract, 'ts'));
    return new Response(text, {
      headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers },
    });
  },

  runTaskMock: (call) => {
    const { run } = mocked(call);
    if (run.error) throw refusal(run.error, run.id);
    return run;
  },

  streamTaskMock: (call) => {
    const { run, contract } = mocked(call);
    const events = eventsOf(run);
    const stored = {
      run,
      definition: contract.definition,
      org_id: contract.orgId,
      steps: [],
      events,
    };
    return streamOf(call.store, stored, call.request.headers.get('last-event-id'));
  },
} satisfies Partial<Resolvers>;

function contractOf(
  call: Pick<Call<'getTaskClient'>, 'store' | 'request' | 'params'>,
  target = 'active',
): TaskContract & { definition: TaskDefinition } {
  const { orgId, projectId, taskId } = call.params;
  const task = taskById(call.store, taskId);
  const { definition, revision } = definitionFor(task, target);
  const errors = contractErrors(definition);
  if (errors.length > 0) throw invalidRequest(errors);
  const baseUrl = new URL(API_PREFIX, call.request.url).href;
  const place = { baseUrl, orgId, projectId, taskId };
  return { ...place, taskName: task.name, revision, definition };
}

/** The last run that somebody tried in the console; what callers sent is shown to nobody. */
function lastTried(store: Store, { taskId, revision }: TaskContract): Run | undefined {
  return Object.values(store.data.runs)
    .map(({ run }) => run)
    .filter((run) => run.task_id === taskId && run.revision === revision)
    .filter((run) => run.source === 'console' && run.status === 'succeeded')
    .sort((a, b) => (a.id < b.id ? 1 : -1))[0];
}

function mocked(call: Call<'runTaskMock'> | Call<'streamTaskMock'>) {
  const { body, caller } = call;
  const contract = contractOf(call, body.revision);
  const { values, errors } = checkInputs(contract.definition.variables, body.inputs);
  if (errors.length > 0) throw invalidRequest(errors);
  // orval leaves streams out: their query is read as that of the plain call.
  const { fail } = readQuery(operations.runTaskMock, new URL(call.request.url)) as MockQuery;
  if (fail !== undefined && isRefusedCall(fail)) throw refusal(taskMockError(fail));
  const run = taskMockRun(contract, values, callerOf(caller));
  return { contract, run: fail === undefined ? run : failedTaskMock(run, fail) };
}

function eventsOf(run: Run): RunEvent[] {
  let offset = 0;
  const deltas = piecesOf(run.output_text).map((text): RunEvent => {
    offset += text.length;
    return { type: 'run.delta', offset: offset - text.length, text };
  });
  return [...deltas, { type: `run.${run.status}`, run } as RunEvent];
}

function refusal({ code, message, retry_after }: NonNullable<Run['error']>, runId?: string) {
  return new ProblemError(code, message, {
    ...(runId !== undefined && { run_id: runId }),
    ...(retry_after !== undefined && { headers: { 'Retry-After': String(retry_after) } }),
  });
}

function file<T>(body: T, name: string): Answer<T> {
  return new Answer(body, 200, disposition(name));
}

function disposition(name: string): Record<string, string> {
  return { 'Content-Disposition': `attachment; filename="${name}"` };
}
