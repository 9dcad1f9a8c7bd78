import type { Run } from '#generated/model/index.ts';
import { ProblemError } from '../problem.ts';

/** Why a run failed, as a problem for callers who waited for it. */
export function toProblem(run: Run): ProblemError {
  const error = run.error ?? { code: 'internal_error' as const, message: 'The run failed.' };
  return new ProblemError(error.code, error.message, {
    run_id: run.id,
    ...(error.retry_after !== undefined && {
      headers: { 'retry-after': String(error.retry_after) },
    }),
  });
}
