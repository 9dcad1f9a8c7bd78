import { getResponse, type HttpHandler, http, type WebSocketHandler } from 'msw';
import { API_PREFIX, operations } from '#domain/call.ts';
import type { OperationId } from '#generated/operations/index.ts';
import { socketHandler } from './chat/socket.ts';
import { createMockDomain, type MockDomain } from './domain.ts';
import { filesHandler } from './files.ts';
import { problemResponse } from './http/problem.ts';
import { identityHandlers } from './identity/handlers.ts';
import { resolve } from './resolve.ts';
import type { Store } from './store.ts';

/** msw handlers for everything the console calls, over one store: its requests, and its sockets. */
export function mockHandlers(
  store: Store,
  domain = createMockDomain(store),
): { requests: HttpHandler[]; sockets(): WebSocketHandler[] } {
  // msw records where each handler is created, for its warnings. A hundred stack traces would take ten times
  // as long as everything else here.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    const requests = [...identityHandlers(store), ...apiHandlers(store, domain)];
    // On demand: msw opens a channel to other tabs for each.
    return { requests, sockets: () => [socketHandler(store, domain)] };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** msw handlers for the whole product API over a store, made from the contract's operations. */
function apiHandlers(store: Store, domain: MockDomain): HttpHandler[] {
  // In the order of the contract: literal paths before parameters.
  const byForm = Map.groupBy(Object.keys(operations) as OperationId[], (op) =>
    formOf(operations[op].method, operations[op].path),
  );
  const handlers = new Map(
    [...byForm].map(([form, ops]) => [
      form,
      ops.map((op) => {
        const method = operations[op].method.toLowerCase() as Lowercase<Method>;
        const path = operations[op].path.replace(/\{(\w+)\}/g, ':$1');
        return http[method](`*${API_PREFIX}${path}`, (info) => resolve(store, domain, op, info));
      }),
    ]),
  );
  const respond = (request: Request) => {
    // The mocks may be served under a sub-path.
    const [, path = ''] = new URL(request.url).pathname.split(API_PREFIX, 2);
    return getResponse(handlers.get(formOf(request.method, path)) ?? [], request);
  };
  return [head(respond), anyOperation(respond), filesHandler(store)];
}

type Method = (typeof operations)[OperationId]['method'];
type Respond = (request: Request) => Promise<Response | undefined>;

/**
 * Handlers only match requests of the same method with as many path segments. msw parses the URL and the page's cookies
 * again for each handler that it tries, so only those are tried.
 */
function formOf(method: string, path: string): string {
  return `${method} ${path.split('/').length}`;
}

/** Requests of the API. Those outside the contract get 405 for another method of a known path, else 404. */
function anyOperation(respond: Respond): HttpHandler {
  return http.all(
    `*${API_PREFIX}/*`,
    async ({ request }) => (await respond(request)) ?? noOperation({ request }),
  );
}

/** What can be read can be asked for without its body. */
function head(respond: Respond): HttpHandler {
  return http.head(`*${API_PREFIX}/*`, async ({ request }) => {
    const { url, headers } = request;
    const response = await respond(new Request(url, { headers }));
    if (!response) return undefined;
    await response.body?.cancel();
    return new Response(null, response);
  });
}

async function noOperation({ request }: { request: Request }): Promise<Response> {
  const { unknownPath } = await import('#domain/request/refusals.ts');
  return problemResponse(unknownPath(new URL(request.url).pathname));
}
