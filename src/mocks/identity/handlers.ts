import { type HttpHandler, http } from 'msw';
import { IdentityError, notFound } from '#domain/identity/errors.ts';
import type { Outcome } from '#domain/identity/http/exchange.ts';
import { IDENTITY_ROUTES, type IdentityRoute } from '#domain/identity/routes.ts';
import type { Store } from '../store.ts';
import { createExchange, identityContext } from './context.ts';

const METHODS = { GET: http.get, POST: http.post, DELETE: http.delete };

/** msw handlers for the Kratos API and for the outbox that receives its codes. */
export function identityHandlers(store: Store): HttpHandler[] {
  return [
    ...IDENTITY_ROUTES.map((route) =>
      METHODS[route.method](`*/identity${route.path}`, ({ request, params }) =>
        respond(store, request, String(params.id ?? ''), route),
      ),
    ),
    http.get(
      '*/identity/.well-known/ory/webauthn.js',
      () => new Response('', { headers: { 'Content-Type': 'text/javascript' } }),
    ),
    http.get('*/outbox', ({ request }) => {
      store.pull();
      if (!(request.headers.get('accept') ?? '').includes('json')) return undefined;
      return Response.json(store.data.identity.outbox);
    }),
    http.all('*/identity/*', () => {
      const error = notFound();
      return Response.json(error.toBody(), { status: error.status });
    }),
  ];
}

async function respond(
  store: Store,
  request: Request,
  id: string,
  { handle, json = false }: IdentityRoute,
): Promise<Response> {
  store.pull();
  const { origin, pathname } = new URL(request.url);
  const ctx = identityContext(store, `${origin}${pathname.split('/identity/')[0]}/identity`);
  const exchange = createExchange(store, request, { body: await request.text(), id, json });
  try {
    return toResponse(await handle(ctx, exchange), exchange.json);
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    const { status, redirect } = error;
    return toResponse(
      { status, body: error.toBody(), ...(redirect && { redirect }) },
      exchange.json,
    );
  } finally {
    store.push();
  }
}

function toResponse(
  { status, body, redirect, always, headers }: Outcome,
  isJson: boolean,
): Response {
  if (redirect && (always || !isJson))
    return new Response(null, { status: 303, headers: { location: redirect } });
  if (body === undefined) return new Response(null, { status });
  return Response.json(body, { status, ...(headers && { headers }) });
}
