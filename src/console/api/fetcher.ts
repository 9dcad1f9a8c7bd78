import { type ApiError, isApiError } from './api-error.ts';
import { request } from './http/request.ts';
import { currentClient } from './query/current-client.ts';
import { refreshAfter } from './query/refresh.ts';

/** The type of `error` in the generated hooks, whatever errors an operation documents. */
export type ErrorType<_E> = ApiError;
export type BodyType<B> = B;

/** Failures that say nothing about what is on screen. After others, it may have changed, or be gone. */
const UNCHANGED = [400, 401, 403, 413, 415, 422, 429];

/** The request behind every generated hook. Once it has changed something, the queries that show it are refetched. */
export async function fetcher<T>(url: string, options: RequestInit): Promise<T> {
  const { method = 'GET' } = options;
  if (method === 'GET') return request(url, options);
  try {
    const result = await request<T>(url, options);
    await refreshAfter(currentClient(), url, method);
    return result;
  } catch (error) {
    if (!isApiError(error, ...UNCHANGED)) {
      const fresh = refreshAfter(currentClient(), url, method);
      // The next attempt needs the current ETag.
      if (isApiError(error, 412)) await fresh;
    }
    throw error;
  }
}
