import { can } from '#core/access/permissions.ts';
import { isFree } from '#core/billing/money.ts';
import { MESSAGES } from '#core/messages.ts';
import { PROBLEMS } from '#core/problem/problems.ts';
import { isFinal } from '#core/run/run-progress.ts';
import { checkDefinition } from '#core/task/definition/definition.ts';
import { checkInputs } from '#core/task/input/inputs.ts';
import { calledName, defaultedIn } from '#core/task/revision/callers.ts';
import { type Principal, principalId } from '#domain/principal.ts';
import { invalidRequest, notFound, ProblemError } from '#domain/problem.ts';
import type { Runnable, RunnablePlace } from '#domain/task/runnable.ts';
import type { Model, Run, RunCaller, RunCreate } from '#generated/model/index.ts';
import type { OperationId } from '#generated/operations/index.ts';
import { createMockDomain } from '../domain.ts';
import { Answer } from '../http/answer.ts';
import { fingerprintOf, idempotencyConflict } from '../http/idempotency.ts';
import { taskById } from '../memory/task.ts';
import { ensureLive, untilEnded } from '../run/engine.ts';
import { putRun } from '../run/put-run.ts';
import { streamOf } from '../run/stream.ts';
import type { Store, StoredRun } from '../store.ts';
import type { Call, Resolvers } from './resolver.ts';

/** Runs of tasks. */
export const runResolvers = {
  runTask: async (call) => {
    const stored = await accept(call);
    ensureLive(call.store, stored);
    if (/\brespond-async\b/i.test(call.request.headers.get('prefer') ?? '')) {
      const Location = `/api/v1/org/${call.params.orgId}/project/${call.params.projectId}/run/${stored.run.id}`;
      return new Answer(structuredClone(stored.run), 202, {
        Location,
        'Preference-Applied': 'respond-async',
      });
    }
    const run = await untilEnded(call.store, stored);
    return structuredClone(endedWell(run));
  },

  streamTask: async (call) => {
    const stored = await accept(call);
    return streamOf(call.store, stored);
  },

  getRun: ({ store, params }) => {
    const stored = runById(store, params);
    ensureLive(store, stored);
    return structuredClone(stored.run);
  },

  streamRun: ({ store, params, request }) =>
    streamOf(store, runById(store, params), request.headers.get('last-event-id')),

  sendToolReply: ({ store, params, body }) => {
    const live = store.live.get(runById(store, params).run.id);
    if (live?.reply?.stepId !== params.stepId)
      throw new ProblemError(
        'tool_not_waiting',
        'No tool waits for this reply: it was answered already, or the run has ended.',
      );
    live.reply.give(body.reply);
    return undefined;
  },

  cancelRun: async ({ store, params }) => {
    const stored = runById(store, params);
    const live = ensureLive(store, stored);
    if (live && !isFinal(live.stored.run.status)) live.cancelled = true;
    return structuredClone(await untilEnded(store, stored));
  },
} satisfies Partial<Resolvers>;

/** Accepts a run: from here on it is in the log, whatever becomes of the connection. */
async function accept<Op extends 'runTask' | 'streamTask'>(call: Call<Op>): Promise<StoredRun> {
  const { store, caller } = call;
  const body = call.body as RunCreate;
  const known = knownRun(call);
  if (known) return known;
  if (body.revision === 'draft' || body.model_id !== undefined) requireEdit(call);
  const task = taskById(store, call.params.taskId);
  const { runnables } = createMockDomain(store);
  const called = await runnables.resolve(call.params as RunnablePlace, body.revision);
  const { definition, revision } = withModel(called, body.model_id);
  const mistakes = checkDefinition(definition, { models: store.data.models, at: '/definition' });
  if (mistakes.length > 0) throw invalidRequest(mistakes);
  const { values, errors } = checkInputs(definition.variables, body.inputs);
  if (errors.length > 0) throw invalidRequest(errors);
  const model = callableModel(store, definition.model_id);
  refuseWithoutBalance(store, task.org_id, model);
  const stored = putRun(store, task, {
    definition,
    revision,
    inputs: values,
    source: caller.type === 'api_key' ? 'api' : 'console',
    caller: callerOf(caller),
  });
  stored.target = calledName(body.revision);
  stored.defaulted = defaultedIn(values, body.inputs);
  rememberRun(call, stored.run.id);
  return stored;
}

/** Refuses a run that the organisation cannot pay. */
export function refuseWithoutBalance(store: Store, orgId: string, model: Model): void {
  const org = store.data.tables.org[orgId];
  if (org && (org.balance > 0 || isFree(model))) return;
  throw new ProblemError('insufficient_balance', MESSAGES.task.balance);
}

/** A run that somebody waited for; why it failed is their answer. */
export function endedWell(run: Run): Run {
  if (run.status !== 'failed' || !run.error) return run;
  const { code, message, retry_after } = run.error;
  const headers: Record<string, string> =
    retry_after === undefined ? {} : { 'Retry-After': String(retry_after) };
  throw new ProblemError(code, message, { run_id: run.id, headers });
}

/** A trial with another model counts as one of a draft. */
function withModel(
  found: Pick<Runnable, 'revision' | 'definition'>,
  modelId: string | undefined,
): Pick<Runnable, 'revision' | 'definition'> {
  if (modelId === undefined || modelId === found.definition.model_id) return found;
  return { revision: null, definition: { ...found.definition, model_id: modelId } };
}

/** Only who may edit a task may call its draft. */
function requireEdit({ access }: Pick<Call<OperationId>, 'access'>): void {
  if (can('task', access.projectRole, 'edit')) return;
  throw new ProblemError('forbidden', 'Running a draft needs the right to edit the task.');
}

/** Who called, as a run says it. */
export function callerOf(caller: Principal): RunCaller {
  return caller.type === 'api_key'
    ? { type: 'api_key', id: caller.keyId, name: caller.name }
    : { type: 'user', id: caller.userId, name: caller.name };
}

function callableModel(store: Store, id: string): Model {
  const model = store.data.models.find((candidate) => candidate.id === id);
  if (model?.available) return model;
  const [, title] = PROBLEMS.model_not_found;
  throw new ProblemError('model_not_found', model?.unavailable_reason ?? `${title}: ${id}`);
}

function runKey<Op extends OperationId>(call: Call<Op>): string | undefined {
  const key = call.request.headers.get('idempotency-key');
  return key === null ? undefined : `run ${principalId(call.caller)} ${key}`;
}

function fingerprint<Op extends OperationId>(call: Call<Op>): string {
  // The same call streamed or not is the same run.
  return fingerprintOf(call).replace('/stream ', ' ');
}

/** The run that this key began before; undefined for a new one. */
export function knownRun<Op extends OperationId>(call: Call<Op>): StoredRun | undefined {
  const known = call.store.data.idempotency[runKey(call) ?? ''];
  if (!known) return undefined;
  if (known.fingerprint !== fingerprint(call)) throw idempotencyConflict();
  return call.store.data.runs[String(known.body)];
}

/** Keeps which run a key began. */
export function rememberRun<Op extends OperationId>(call: Call<Op>, runId: string): void {
  const key = runKey(call);
  if (key === undefined) return;
  call.store.data.idempotency[key] = {
    fingerprint: fingerprint(call),
    status: 200,
    headers: {},
    body: runId,
  };
}

export function runById(store: Store, params: { projectId: string; runId: string }): StoredRun {
  const stored = store.live.get(params.runId)?.stored ?? store.data.runs[params.runId];
  if (stored?.run.project_id !== params.projectId) throw notFound();
  return stored;
}
