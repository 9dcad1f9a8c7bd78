import { isApiError } from '#console/api/api-error.ts';
import type { SaveFailure } from './draft-types.ts';

/** Why the product API rejected a request to save or load a draft. */
export function saveFailure(error: unknown): SaveFailure {
  if (!isApiError(error) || error.status === 0) return 'unreachable';
  if (error.status === 412) return 'stale';
  if (error.status === 429 || error.status >= 500) return 'busy';
  return 'refused';
}
