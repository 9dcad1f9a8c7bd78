import { type HttpHandler, http } from 'msw';
import { API_PREFIX, operations } from '#domain/call.ts';
import { notFound, ProblemError } from '#domain/problem.ts';
import type { OperationId } from '#generated/operations/index.ts';
import { MOCK_HANDLERS } from '#generated/operations/msw.ts';
import { createMockDomain } from './domain.ts';
import { filesHandler } from './files.ts';
import { RESOLVERS } from './handlers/all.ts';
import { resolve } from './handlers/resolver.ts';
import { problemResponse } from './http/problem.ts';
import { identityHandlers } from './identity/handlers.ts';
import type { Store } from './store.ts';

/** msw handlers for everything that the console calls, over one store. */
export function mockHandlers(store: Store): HttpHandler[] {
  // msw notes where each handler is made, for its warnings: a hundred stacks take ten times as long as all else here.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return [...identityHandlers(store), ...apiHandlers(store)];
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** msw handlers for the whole product API over a store: those that orval generated, with what the operations do. */
function apiHandlers(store: Store): HttpHandler[] {
  const implemented = { domain: createMockDomain(store), legacy: RESOLVERS };
  const handlers = Object.entries(MOCK_HANDLERS).map(([op, handlerOf]) =>
    handlerOf(async (info) => {
      throw await resolve(store, implemented, op as OperationId, info);
    }),
  );
  return [...handlers, fallback(), filesHandler(store)];
}

/** What the contract does not have: 405 for another method of a path that it has, else 404. */
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
