import { ApiError } from '../api-error.ts';
import { send } from './send.ts';

let checks: Promise<typeof import('./check-response.ts')> | undefined;

/**
 * Sends a request, and reads its response.
 * @param url path within the API, with its query
 * @returns the response body; undefined when there is none
 * @throws ApiError for a response that is not 2xx or can't be read, or when there is none
 */
export async function request<T>(url: string, options: RequestInit): Promise<T> {
  const response = await send(url, options);
  if (response.status === 204 || response.headers.get('content-length') === '0') {
    return undefined as T;
  }
  const type = response.headers.get('content-type') ?? '';
  // No operation returns HTML, but a proxy may.
  if (type.includes('html')) throw unreadable(response);
  let body: unknown;
  try {
    body = type.includes('json') ? await response.json() : await response.text();
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw unreadable(response, cause);
  }
  if (import.meta.env.DEV || import.meta.env.MODE === 'mock') {
    checks ??= import('./check-response.ts').catch((error) => {
      checks = undefined;
      throw error;
    });
    await (await checks).checkResponse(options.method ?? 'GET', url, response.status, body);
  }
  return body as T;
}

function unreadable({ status, headers }: Response, cause?: unknown): ApiError {
  return new ApiError({ status, requestId: headers.get('x-request-id'), cause });
}
