import type { ListRejectedCallsParams, ProblemCode } from '#generated/model/index.ts';
import { PROBLEMS } from '#generated/problems/problems.ts';
import { noFilters, type RunFilters, readFilters, toListParams } from '../filters/run-filters.ts';

/** The filters of the list of rejected calls. */
export interface RejectedFilters
  extends Pick<RunFilters, 'task' | 'caller' | 'period' | 'from' | 'to'> {
  code: ProblemCode | null;
}

export const noRejectedFilters: RejectedFilters = {
  task: null,
  caller: null,
  code: null,
  period: null,
  from: null,
  to: null,
};

/** The problem codes of rejected calls. */
export const rejectionCodes = [
  'invalid_request',
  'malformed_json',
  'prompt_too_long',
  'input_unsupported',
  'model_not_found',
  'collection_not_found',
  'insufficient_balance',
  'spend_limit_reached',
  'forbidden',
  'not_found',
  'no_active_revision',
  'task_archived',
  'idempotency_conflict',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
] as const satisfies readonly ProblemCode[];

/** Reads the filters from a query string, ignoring invalid values. */
export function readRejectedFilters(search: URLSearchParams): RejectedFilters {
  const { task, caller, period, from, to } = readFilters(search);
  const code = search.get('code') ?? '';
  const isCode = Object.hasOwn(PROBLEMS, code);
  return { task, caller, period, from, to, code: isCode ? (code as ProblemCode) : null };
}

/** Writes the filters into a copy of `search`; other parameters stay. */
export function writeRejectedFilters(
  search: URLSearchParams,
  filters: RejectedFilters,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(filters)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** The filters as API parameters; relative periods end at `now`. */
export function toRejectedParams(
  { code, ...shared }: RejectedFilters,
  now: Date,
): ListRejectedCallsParams {
  const params = toListParams({ ...noFilters, ...shared }, now);
  const { task_id, caller_id, created_after, created_before } = params;
  return {
    ...(task_id && { task_id }),
    ...(caller_id && { caller_id }),
    ...(code && { code }),
    ...(created_after && { called_after: created_after }),
    ...(created_before && { called_before: created_before }),
  };
}
