import { type HttpHandler, http } from 'msw';
import { parseJson } from '#core/json/parse-json.ts';
import { forbidden, IdentityError, notFound } from '#domain/identity/errors.ts';
import type { Store } from '../store.ts';
import { type Exchange, exchangeOf } from './context.ts';
import { begin, FLOW_KINDS, read, submitFlow } from './self-service.ts';
import { beginLogout, endOthers, endSession, listSessions, logout, whoami } from './sessions.ts';

type Handler = (
  exchange: Exchange,
  params: Record<string, unknown>,
) => Response | Promise<Response>;

/** msw handlers for the Kratos API and for the outbox that receives its codes. */
export function identityHandlers(store: Store): HttpHandler[] {
  const on = (method: 'get' | 'post' | 'delete', path: string, handle: Handler) =>
    http[method](`*/identity${path}`, ({ request, params }) =>
      respond(store, request, params, handle),
    );
  const flows = FLOW_KINDS.flatMap((kind) => [
    on('get', `/self-service/${kind}/browser`, (exchange) => begin(exchange, kind)),
    on('get', `/self-service/${kind}/api`, (exchange) => begin(exchange, kind)),
    on('get', `/self-service/${kind}/flows`, (exchange) => read(exchange, kind)),
    on('post', `/self-service/${kind}`, (exchange) => submitFlow(exchange, kind)),
  ]);
  return [
    ...flows,
    on('get', '/self-service/logout/browser', beginLogout),
    on('get', '/self-service/logout', logout),
    on('delete', '/self-service/logout/api', nativeLogout),
    on('get', '/self-service/errors', selfServiceError),
    on('get', '/health/:check', () => Response.json({ status: 'ok' })),
    on('get', '/sessions/whoami', whoami),
    on('get', '/sessions/token-exchange', () => {
      throw notFound();
    }),
    on('get', '/sessions', listSessions),
    on('delete', '/sessions', endOthers),
    on('delete', '/sessions/:id', (exchange, { id }) => endSession(exchange, String(id))),
    on(
      'get',
      '/.well-known/ory/webauthn.js',
      () => new Response('', { headers: { 'Content-Type': 'text/javascript' } }),
    ),
    http.get('*/outbox', ({ request }) => {
      store.pull();
      if (!(request.headers.get('accept') ?? '').includes('json')) return undefined;
      return Response.json(store.data.identity.outbox);
    }),
    http.all('*/identity/*', () => toResponse(notFound())),
  ];
}

async function respond(
  store: Store,
  request: Request,
  params: Record<string, unknown>,
  handle: Handler,
): Promise<Response> {
  store.pull();
  const mails = store.data.identity.outbox.length;
  try {
    const response = await handle(exchangeOf(store, request), params);
    announce(store, mails);
    store.push();
    return response;
  } catch (error) {
    store.push();
    if (error instanceof IdentityError) return toResponse(error);
    throw error;
  }
}

function toResponse(error: IdentityError): Response {
  return Response.json(error.toBody(), { status: error.status });
}

/** Prints new emails to the console, where developers see them. */
function announce(store: Store, before: number): void {
  for (const mail of store.data.identity.outbox.slice(before)) {
    console.info(`[mocks] email to ${mail.to}: ${mail.subject}: ${mail.code}`);
  }
}

async function nativeLogout({ store, request }: Exchange): Promise<Response> {
  const { session_token } = parseJson(await request.text()) as { session_token?: string };
  const id = String(session_token ?? '').replace('ory_st_', '');
  if (!store.data.identity.sessions[id])
    throw forbidden('The session token is unknown or its session has ended.');
  delete store.data.identity.sessions[id];
  return new Response(null, { status: 204 });
}

function selfServiceError({ url }: Exchange): Response {
  const id = url.searchParams.get('id');
  if (id !== 'stub:500') throw notFound();
  const at = new Date().toISOString();
  const error = {
    code: 500,
    status: 'Internal Server Error',
    reason: 'This is a stub error.',
    message: 'Stub',
  };
  return Response.json({ id, error, created_at: at, updated_at: at });
}
