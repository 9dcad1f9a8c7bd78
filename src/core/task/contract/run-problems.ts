import type { ProblemCode } from '#generated/model/index.ts';

/** Every problem that a call of a task can return. */
export const RUN_PROBLEMS = [
  'invalid_request',
  'malformed_json',
  'model_not_found',
  'prompt_too_long',
  'unauthenticated',
  'insufficient_balance',
  'forbidden',
  'not_found',
  'no_active_revision',
  'idempotency_conflict',
  'payload_too_large',
  'unsupported_media_type',
  'output_invalid',
  'rate_limited',
  'model_rate_limited',
  'internal_error',
  'run_lost',
  'model_unauthorized',
  'model_refused',
  'model_failed',
  'model_unreadable',
  'model_interrupted',
  'unavailable',
  'model_timeout',
] as const satisfies readonly ProblemCode[];
