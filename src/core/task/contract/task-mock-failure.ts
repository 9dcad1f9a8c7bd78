import type { MockFailure, Run, RunError } from '#generated/model/index.ts';
import { PROBLEMS } from '#generated/problems/problems.ts';

/** Problems that occur before there is a run. */
const REFUSALS: readonly MockFailure[] = [
  'insufficient_balance',
  'rate_limited',
  'unavailable',
  'internal_error',
];
const WAITS: readonly MockFailure[] = ['rate_limited', 'model_rate_limited', 'unavailable'];
const RETRY_SECONDS = 1;

/** Whether the call itself is rejected; otherwise the run fails. */
export function isRefusedCall(failure: MockFailure): boolean {
  return REFUSALS.includes(failure);
}

/** The error of a mock call that requested a failure. */
export function taskMockError(failure: MockFailure): RunError {
  const [, title] = PROBLEMS[failure];
  return {
    code: failure,
    message: `The call asked the mock to fail: ${title.toLowerCase()}.`,
    ...(WAITS.includes(failure) && { retry_after: RETRY_SECONDS }),
  };
}

/** A mock run that fails after writing its output. */
export function failedTaskMock(run: Run, failure: MockFailure): Run {
  return {
    ...run,
    status: 'failed',
    output: null,
    output_valid: failure === 'output_invalid' ? false : null,
    error: taskMockError(failure),
  };
}
