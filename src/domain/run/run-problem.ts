import type { Run } from '#generated/model/index.ts';
import { INTERNAL_ERROR, ProblemError } from '../problem.ts';

/** Why a run failed, as a problem for callers who waited for it. */
export function toProblem(run: Run): ProblemError {
  const error = run.error ?? INTERNAL_ERROR;
  return new ProblemError(error.code, error.message, {
    run_id: run.id,
    ...(error.retry_after !== undefined && {
      headers: { 'retry-after': String(error.retry_after) },
    }),
  });
}
