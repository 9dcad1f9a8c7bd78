import { ApiError, toApiError } from '../api-error.ts';
import { bearerToken, renewToken } from '../auth-token.ts';
import { absoluteUrl, apiConfig } from '../config.ts';
import { onUnauthorized } from '../unauthorized.ts';

/**
 * Sends one request to the product API, as the signed-in person.
 * @param path within the API, beginning with a slash
 * @returns an answer with a 2xx status
 * @throws ApiError for any other answer, or none; AbortError when `init.signal` ended it
 */
export async function send(path: string, init: RequestInit): Promise<Response> {
  const url = absoluteUrl(apiConfig().apiBaseUrl, path);
  const usesToken = apiConfig().authMethod === 'jwt';
  const token = usesToken ? await bearerToken() : null;
  if (usesToken && token === null) {
    // Nobody is signed in (any more): the answer is known without asking.
    await onUnauthorized(url);
    throw new ApiError({ status: 401 });
  }
  let response = await attempt(url, init, token);
  if (response.status === 401 && usesToken) {
    // The token may have been revoked or have ended on the way: one new one, one more try.
    const renewed = await renewToken().catch(() => null);
    if (renewed !== null) response = await attempt(url, init, renewed);
  }
  if (response.ok) return response;
  if (response.status === 401) await onUnauthorized(url);
  throw await toApiError(response);
}

async function attempt(url: string, init: RequestInit, token: string | null): Promise<Response> {
  const headers = definedHeaders(init.headers);
  if (!headers.has('accept')) headers.set('accept', 'application/json, application/problem+json');
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  try {
    return await fetch(url, { ...init, headers, credentials: 'include' });
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiError({ status: 0, cause });
  }
}

/** Generated calls pass headers that were not set as `undefined`, which `Headers` would spell out. */
function definedHeaders(init: HeadersInit | undefined): Headers {
  if (init === undefined || init instanceof Headers || Array.isArray(init))
    return new Headers(init);
  const entries = Object.entries(init as Record<string, string | undefined>);
  return new Headers(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
