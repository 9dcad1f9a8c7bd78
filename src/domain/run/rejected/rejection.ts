import { isId } from '#core/ids.ts';
import { escapePointer } from '#core/json/pointer.ts';
import { calledName } from '#core/task/revision/callers.ts';
import type { FieldError, RunTarget } from '#generated/model/index.ts';
import type { OperationId } from '#generated/operations/index.ts';
import { type Principal, principalId, sourceOf } from '../../principal.ts';
import type { ProblemError } from '../../problem.ts';
import type { Runnable } from '../../task/runnable.ts';
import type { RejectedCallRow } from '../run.tables.ts';

/** A rejected call: the fields of its group without the sums. */
export type Rejection = Omit<
  RejectedCalls,
  'id' | 'calls' | 'first_at' | 'last_at' | 'last_request_id'
>;

/** A failed request. Fields that were not determined before the failure are undefined. */
export interface FailedRequest {
  params: unknown;
  body: unknown;
  principal?: Principal | undefined;
  /** Set once it is known that the caller may see the project. */
  access?: object | undefined;
}

/** The operations that call a task. Calls of its mock and of assistants aren't counted. */
const CALLS: readonly OperationId[] = ['runTask', 'streamTask'];
const POINTERS_MAX = 20;
const TARGET = /^([1-9][0-9]{0,8}|[a-z][a-z0-9-]{1,31})$/;
const BODY_FIELDS = ['inputs', 'revision', 'model_id', 'definition'];
const HEADERS = ['Idempotency-Key', 'Prefer'];
/** Replaces every name that isn't in the contract, because such names may contain anything. */
const UNKNOWN = '*';

/** The revision that a call would have run, by its error. It isn't part of the problem that callers see. */
const runnables = new WeakMap<object, Runnable>();

/** Remembers which revision rejected a call. */
export function rejectedBy(error: unknown, runnable: Runnable): unknown {
  if (typeof error === 'object' && error !== null) runnables.set(error, runnable);
  return error;
}

/** Whether rejected calls of an operation may be counted. */
export function countsRejections(op: OperationId): boolean {
  return CALLS.includes(op);
}

/**
 * The rejected call, if it should be counted: a call of a task by a known caller who may see the project, rejected with
 * a 4xx status before a run was accepted. None of the caller's input is kept, except the name of a revision or
 * environment.
 */
export function rejectionOf(
  op: OperationId,
  { params, body, principal, access }: FailedRequest,
  problem: ProblemError,
): Rejection | undefined {
  const { code, status, runId } = problem;
  if (!countsRejections(op) || !principal || !access) return undefined;
  if (status < 400 || status > 499 || runId !== undefined) return undefined;
  const { projectId = '', taskId = '' } = params as Partial<Record<string, string>>;
  const runnable = runnables.get(problem);
  return {
    project_id: projectId,
    task_id: isId('task', taskId) ? taskId : null,
    target: targetIn(body),
    revision: runnable?.revision ?? null,
    source: sourceOf(principal),
    caller_type: principal.type,
    caller_id: principalId(principal),
    caller_name: principal.name,
    code,
    status,
    pointers: contractPointers(problem.errors ?? [], runnable),
  };
}

/** The body may not have been validated yet. */
function targetIn(body: unknown): RunTarget | null {
  if (typeof body !== 'object' || body === null) return null;
  const target = (body as { revision?: unknown }).revision;
  return typeof target === 'string' && TARGET.test(target) ? calledName(target) : null;
}

function contractPointers(errors: readonly FieldError[], runnable: Runnable | undefined): string[] {
  const variables = runnable?.definition.variables ?? [];
  const inputs = new Set(variables.map(({ name }) => escapePointer(name)));
  const found = new Set(errors.map(({ pointer }) => contractPointer(pointer, inputs)));
  return [...found].sort().slice(0, POINTERS_MAX);
}

function contractPointer(pointer: string, inputs: ReadonlySet<string>): string {
  if (pointer === '') return '';
  const [, part = '', name] = pointer.split('/', 3);
  const known = (names: { has(name: string): boolean }) =>
    name === undefined ? `/${part}` : `/${part}/${names.has(name) ? name : UNKNOWN}`;
  if (part === 'inputs') return known(inputs);
  if (part === 'header') return known(new Set(HEADERS));
  if (part === 'query') return `/query/${UNKNOWN}`;
  return `/${BODY_FIELDS.includes(part) ? part : UNKNOWN}`;
}

/** Rejected calls of the same reason, about to be added to their row. The store finds the task's name. */
export type RejectedCalls = Omit<RejectedCallRow, 'task_name'>;
