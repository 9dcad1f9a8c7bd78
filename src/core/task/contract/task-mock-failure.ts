import { PROBLEMS } from '#core/problem/problems.ts';
import type { MockFailure, Run, RunError } from '#generated/model/index.ts';

/** Problems that a call meets before there is a run. */
const REFUSALS: readonly MockFailure[] = [
  'insufficient_balance',
  'rate_limited',
  'unavailable',
  'internal_error',
];
const WAITS: readonly MockFailure[] = ['rate_limited', 'model_rate_limited', 'unavailable'];
const RETRY_SECONDS = 1;

/** Whether a call is refused with it; otherwise a run fails with it. */
export function isRefusedCall(failure: MockFailure): boolean {
  return REFUSALS.includes(failure);
}

/** What a mock that was asked to fail says. */
export function taskMockError(failure: MockFailure): RunError {
  const [, title] = PROBLEMS[failure];
  return {
    code: failure,
    message: `The mock was asked to fail: ${title.toLowerCase()}.`,
    ...(WAITS.includes(failure) && { retry_after: RETRY_SECONDS }),
  };
}

/** A mock's run that fails after it has written. */
export function failedTaskMock(run: Run, failure: MockFailure): Run {
  return {
    ...run,
    status: 'failed',
    output: null,
    output_valid: failure === 'output_invalid' ? false : null,
    error: taskMockError(failure),
  };
}
