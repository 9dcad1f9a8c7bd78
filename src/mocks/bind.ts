import { type HttpHandler, http } from 'msw';
import { API_PREFIX, operations } from '#domain/call.ts';
import { notFound, ProblemError } from '#domain/problem.ts';
import type { OperationId } from '#generated/operations/index.ts';
import { MOCK_HANDLERS } from '#generated/operations/msw.ts';
import { createMockDomain } from './domain.ts';
import { filesHandler } from './files.ts';
import { problemResponse } from './http/problem.ts';
import { identityHandlers } from './identity/handlers.ts';
import { resolve } from './resolve.ts';
import type { Store } from './store.ts';

/** msw handlers for everything the console calls, over one store. */
export function mockHandlers(store: Store): HttpHandler[] {
  // msw records where each handler is created, for its warnings. A hundred stack traces would take ten times
  // as long as everything else here.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return [...identityHandlers(store), ...apiHandlers(store)];
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/**
 * msw handlers for the whole product API over a store: the handlers that orval generates, connected to the operations.
 */
function apiHandlers(store: Store): HttpHandler[] {
  const domain = createMockDomain(store);
  const handlers = Object.entries(MOCK_HANDLERS).map(([op, handlerOf]) =>
    handlerOf(async (info) => {
      throw await resolve(store, domain, op as OperationId, info);
    }),
  );
  return [...handlers, fallback(), filesHandler(store)];
}

/** Requests outside the contract: 405 for another method of a known path, else 404. */
function fallback(): HttpHandler {
  return http.all(`*${API_PREFIX}/*`, ({ request }) => {
    const path = new URL(request.url).pathname.split(API_PREFIX)[1] ?? '';
    const methods = Object.values(operations)
      .filter((op) => new RegExp(`^${op.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
      .map((op) => op.method);
    if (methods.length === 0) return problemResponse(notFound());
    const Allow = methods.join(', ');
    return problemResponse(
      new ProblemError('method_not_allowed', `Use ${Allow} here.`, { headers: { Allow } }),
    );
  });
}
