import { ApiError } from '#console/api/api-error.ts';

/** Whether settings weren't saved because the test of the endpoint failed. */
export function isTestFailure(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.code === 'endpoint_failed';
}
