import { ApiError, toApiError } from '../api-error.ts';
import { bearerToken, renewToken } from '../auth-token.ts';
import { absoluteUrl, apiConfig } from '../config.ts';
import { onUnauthorized } from '../unauthorized.ts';
import { isPublicPath } from './public-path.ts';

/**
 * Sends one request to the product API as the signed-in user.
 * @param path within the API, with a leading slash
 * @returns a 2xx response
 * @throws ApiError for any other response, or none; AbortError when `init.signal` aborted
 */
export async function send(path: string, init: RequestInit): Promise<Response> {
  const url = absoluteUrl(apiConfig().apiBaseUrl, path);
  const usesToken = apiConfig().authMethod === 'jwt' && !isPublicPath(path);
  const token = usesToken ? await bearerToken() : null;
  if (usesToken && token === null) {
    // Nobody is signed in (any more), so the outcome is known without a request.
    await onUnauthorized(url);
    throw new ApiError({ status: 401 });
  }
  let response = await attempt(url, init, token);
  let isNew = false;
  if (response.status === 401 && usesToken) {
    // The token may have been revoked, have expired on the way or be too old for this: renew it and retry once.
    const renewed = await renewToken().catch(() => null);
    isNew = renewed !== null;
    if (renewed !== null) response = await attempt(url, init, renewed);
  }
  if (response.ok) return response;
  const error = await toApiError(response);
  // If even a new token is too old, the clocks of the services differ: signing in again wouldn't help.
  const isHopeless = isNew && error.code === 'token_too_old';
  if (response.status === 401 && !isHopeless) await onUnauthorized(url);
  throw error;
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

/** Generated calls pass unset headers as `undefined`, which `Headers` would turn into text. */
function definedHeaders(init: HeadersInit | undefined): Headers {
  if (init === undefined || init instanceof Headers || Array.isArray(init))
    return new Headers(init);
  const entries = Object.entries(init as Record<string, string | undefined>);
  return new Headers(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
