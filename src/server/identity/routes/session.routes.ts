import { badRequest, notFound } from '#domain/identity/errors.ts';
import type { IdentityService } from '../service.ts';
import { listSessions, revokeOthers, revokeSession } from '../sessions/manage.ts';
import { whoami } from '../sessions/whoami.ts';
import type { Route } from './route.ts';

/** Sessions: who am I, list, revoke, exchange a code for a token. */
export function sessionRoutes(route: Route, { context, tokens }: IdentityService): void {
  const json = { json: true };
  route('GET', '/sessions/whoami', (exchange) => whoami(context, tokens, exchange), json);
  route('GET', '/sessions', (exchange) => listSessions(context, exchange), json);
  route('DELETE', '/sessions', (exchange) => revokeOthers(context, exchange), json);
  route(
    'DELETE',
    '/sessions/:id',
    (exchange) => revokeSession(context, exchange, exchange.id),
    json,
  );
  route(
    'GET',
    '/sessions/token-exchange',
    ({ query }) => {
      if (!query('init_code') || !query('return_to_code')) {
        throw badRequest('"init_code" and "return_to_code" query params must be set');
      }
      // Such codes come from third-party sign-in, which this service doesn't offer.
      throw notFound('no session yet for this "code"');
    },
    json,
  );
}
