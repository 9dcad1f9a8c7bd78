import { getResponse, type HttpHandler, http, type WebSocketHandler } from 'msw';
import { API_PREFIX } from '#domain/call.ts';
import type { OperationId } from '#generated/operations/index.ts';
import { MOCK_HANDLERS } from '#generated/operations/msw.ts';
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

/**
 * msw handlers for the whole product API over a store: the handlers that orval generates, connected to the operations.
 */
function apiHandlers(store: Store, domain: MockDomain): HttpHandler[] {
  const handlers = Object.entries(MOCK_HANDLERS).map(([op, handlerOf]) =>
    handlerOf(async (info) => {
      // msw ignores a slash at the end, but no path of the contract has one.
      if (new URL(info.request.url).pathname.endsWith('/')) throw await noOperation(info);
      throw await resolve(store, domain, op as OperationId, info);
    }),
  );
  return [...handlers, head(handlers), fallback(), filesHandler(store)];
}

/** What can be read can be asked for without its body. */
function head(handlers: HttpHandler[]): HttpHandler {
  return http.head(`*${API_PREFIX}/*`, async ({ request }) => {
    const { url, headers } = request;
    const response = await getResponse(handlers, new Request(url, { headers }));
    if (!response) return undefined;
    await response.body?.cancel();
    return new Response(null, response);
  });
}

/** Requests outside the contract: 405 for another method of a known path, else 404. */
function fallback(): HttpHandler {
  return http.all(`*${API_PREFIX}/*`, noOperation);
}

async function noOperation({ request }: { request: Request }): Promise<Response> {
  const { unknownPath } = await import('#domain/request/refusals.ts');
  return problemResponse(unknownPath(new URL(request.url).pathname));
}
