import { piecesOf, taskMockRun } from '#core/task/contract/task-mock.ts';
import {
  failedTaskMock,
  isRefusedCall,
  taskMockError,
} from '#core/task/contract/task-mock-failure.ts';
import { checkInputs } from '#core/task/input/inputs.ts';
import { API_PREFIX, operations, type QueryOf } from '#domain/call.ts';
import { invalidRequest, ProblemError } from '#domain/problem.ts';
import { createContractService } from '#domain/task/contract.service.ts';
import type { Run, RunEvent } from '#generated/model/index.ts';
import { createMockDomain } from '../domain.ts';
import { readQuery } from '../http/validate.ts';
import { streamOf } from '../run/stream.ts';
import type { Call, Resolvers } from './resolver.ts';
import { callerOf } from './run.ts';

type MockQuery = QueryOf<'runTaskMock'>;

/** The mock of a task: its calls, without a model. */
export const taskMockResolvers = {
  runTaskMock: async (call) => {
    const { run } = await mocked(call);
    if (run.error) throw refusal(run.error, run.id);
    return run;
  },

  streamTaskMock: async (call) => {
    const { run, contract } = await mocked(call);
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

async function mocked(call: Call<'runTaskMock'> | Call<'streamTaskMock'>) {
  const { body, caller } = call;
  const apiUrl = new URL(API_PREFIX, call.request.url).href;
  const contracts = createContractService({ ...createMockDomain(call.store), apiUrl });
  const contract = await contracts.contractOf(call.params, body.revision);
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
