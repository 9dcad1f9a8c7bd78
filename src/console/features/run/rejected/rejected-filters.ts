import { choiceFilter, filterSet, idFilter } from '#console/modules/filter/filter-set.ts';
import type { Filters } from '#console/modules/filter/use-filters.ts';
import type { ListRejectedCallsParams, ProblemCode } from '#generated/model/index.ts';
import { PROBLEMS } from '#generated/problems/problems.ts';

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

/** The filters of the list of rejected calls. */
export const rejectedFilters = filterSet<
  ListRejectedCallsParams,
  { task: string | null; caller: string | null; code: ProblemCode | null }
>(
  {
    task: idFilter('task_id'),
    caller: idFilter('caller_id'),
    code: choiceFilter('code', Object.keys(PROBLEMS) as ProblemCode[]),
  },
  'called',
);

export type RejectedFilters = Filters<(typeof rejectedFilters)['none'], ListRejectedCallsParams>;
