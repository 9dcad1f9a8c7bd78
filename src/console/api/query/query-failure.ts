import { type ApiError, isApiError } from '../api-error.ts';

/**
 * Why a query has no data. Every failure but 403 is retried, even a 404, which takes seven seconds; "not
 * found" is still reported at the first response. If the resource is created meanwhile, the retries find it and
 * the page shows it.
 */
export function failureOf(query: {
  error: ApiError | null;
  failureReason: ApiError | null;
}): ApiError | null {
  if (query.error) return query.error;
  return isApiError(query.failureReason, 404) ? query.failureReason : null;
}
