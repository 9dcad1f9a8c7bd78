import type { ApiError } from './api-error.ts';
import { send } from './http/send.ts';

/** What the generated hooks give as `error`, whatever the operation's documented errors. */
export type ErrorType<_E> = ApiError;
export type BodyType<B> = B;

/**
 * The call behind every generated hook.
 * @param url path within the API, with its query
 * @returns the answer's body; undefined when it has none
 * @throws ApiError for any answer that is not 2xx, or none
 */
export async function fetcher<T>(url: string, options: RequestInit): Promise<T> {
  const response = await send(url, options);
  if (response.status === 204 || response.headers.get('content-length') === '0') {
    return undefined as T;
  }
  const type = response.headers.get('content-type') ?? '';
  return (type.includes('json') ? await response.json() : await response.text()) as T;
}
