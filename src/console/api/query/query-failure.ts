import { type ApiError, isApiError } from '../api-error.ts';

/**
 * Why a query has nothing to show. The policy asks again after every failure but 403, also after a 404, and
 * takes seven seconds for it; that a thing is not there is said at the first answer all the same. Should it
 * come into being meanwhile, the retries find it and the page shows it.
 */
export function failureOf(query: {
  error: ApiError | null;
  failureReason: ApiError | null;
}): ApiError | null {
  if (query.error) return query.error;
  return isApiError(query.failureReason, 404) ? query.failureReason : null;
}
