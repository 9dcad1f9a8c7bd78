import type { DefaultBodyType, HttpResponseResolver, PathParams } from 'msw';
import { newId } from '#core/ids.ts';
import type { Params } from '#domain/access/reach.ts';
import { API_PREFIX, type FullReply, type Operation, operations } from '#domain/call.ts';
import { Events, FileBody } from '#domain/events.ts';
import { internalError, ProblemError } from '#domain/problem.ts';
import { type Request as Asked, serve } from '#domain/serve.ts';
import type { OperationId } from '#generated/operations/index.ts';
import type { MockDomain } from './domain.ts';
import { applyFaults } from './faults.ts';
import { callerOf } from './http/access.ts';
import { CATCH_UP } from './http/catch-up.ts';
import { eventsResponse, fileStream } from './http/events.ts';
import { problemResponse } from './http/problem.ts';
import { readUpload } from './http/upload.ts';
import type { Store } from './store.ts';

/** What msw passes to a handler. */
export type Info = Parameters<HttpResponseResolver<PathParams, DefaultBodyType>>[0];

/** Loads the request validation and with it the whole contract. It can load while the worker starts. */
export const loadValidation = () =>
  Promise.all([import('./http/parts.ts'), import('#domain/request/check.ts')]);

/** The network that all requests come from: the one in RFC 5737 for documentation. */
const NETWORK = '192.0.2.1';

/** Handles one request. What it does is `serve`; this is its way into msw. */
export async function resolve(
  store: Store,
  domain: MockDomain,
  op: OperationId,
  info: Info,
): Promise<Response> {
  const operation = operations[op];
  const requestId = newId('req');
  store.pull();
  const failure = await applyFaults(store.faults, operation);
  if (failure) return failure;
  const here = { ...domain, apiUrl: new URL(info.request.url).origin + API_PREFIX };
  try {
    const asked = toRequest(store, here, operation, info);
    const reply = await serve(here, operation, { ...asked, requestId });
    if (info.request.method !== 'GET') store.isDirty = true;
    return toResponse(reply, store, requestId);
  } catch (error) {
    // The server saves these every second. Awaited, so that they are published below.
    await Promise.all([domain.run.rejected.save(), domain.audit.saveRefusals()]);
    if (error instanceof ProblemError) return problemResponse(error, requestId);
    console.error(error);
    const text = error instanceof Error ? error.message : String(error);
    return problemResponse(new ProblemError('internal_error', `Error in the mocks: ${text}`));
  } finally {
    // A request that fails may have created the user who made it.
    if (store.isDirty) store.push();
    store.isDirty = false;
  }
}

function toRequest(
  store: Store,
  domain: MockDomain,
  operation: Operation,
  { request, params: matched }: Info,
): Omit<Asked, 'requestId'> {
  // Without the part that matches `*` in the path: the origin.
  const { 0: _, ...params } = matched as Params;
  const { id, area, file = '' } = operation;
  return {
    params,
    path: new URL(request.url).pathname,
    network: NETWORK,
    left: request.signal,
    isUpgrade: false,
    identify: () => callerOf(store, domain, operation, request),
    async admit() {
      await CATCH_UP[area]?.(domain, store);
    },
    async read() {
      const [{ readParts }] = await loadValidation();
      const parts = await readParts(operation, request, params);
      return { ...parts, headers: { ...(parts.headers as object), origin: originOf(request) } };
    },
    readFile: () => readUpload(request, { id, file }),
    openStream: () => undefined,
    toProblem: (error) => (error instanceof ProblemError ? error : internalError(error)),
  };
}

/** Browsers add `Origin` after the service worker, which only sees requests of the console's own pages. */
function originOf({ headers }: Request): string | undefined {
  return headers.get('origin') ?? (typeof location === 'undefined' ? undefined : location.origin);
}

function toResponse(
  { body, status, headers }: FullReply,
  { faults }: Store,
  requestId: string,
): Response {
  if (body instanceof Events) return withRequestId(eventsResponse(body, faults), requestId);
  const isFile = body instanceof FileBody;
  const text = isFile ? fileStream(body) : body === undefined ? null : JSON.stringify(body);
  const isJson = !isFile && text !== null;
  const type = isJson && { 'content-type': 'application/json; charset=utf-8' };
  const init = { status, headers: { ...type, 'cache-control': 'no-store', ...headers } };
  return withRequestId(new Response(text, init), requestId);
}

function withRequestId(response: Response, requestId: string): Response {
  response.headers.set('x-request-id', requestId);
  return response;
}
