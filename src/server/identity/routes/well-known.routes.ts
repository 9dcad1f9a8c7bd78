import { csrfViolation, IdentityError, notFound } from '#domain/identity/errors.ts';
import { SCHEMA_ID, traitsSchema } from '#domain/identity/traits-schema.ts';
import { findError } from '../repositories/error.repository.ts';
import type { IdentityService } from '../service.ts';
import type { Route } from './route.ts';
import { webauthnScript } from './webauthn-script.ts';

/** Public resources (keys, schema, script, errors), and responses for unsupported endpoints. */
export function wellKnownRoutes(route: Route, identity: IdentityService): void {
  const json = { json: true };
  const ctx = identity.context;

  route(
    'GET',
    '/.well-known/jwks.json',
    async () => ({ status: 200, body: await identity.jwks() }),
    json,
  );

  route(
    'GET',
    '/.well-known/ory/webauthn.js',
    () => ({
      status: 200,
      body: webauthnScript,
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
    }),
    json,
  );

  route(
    'GET',
    '/schemas',
    () => ({ status: 200, body: [{ id: SCHEMA_ID, schema: traitsSchema }] }),
    json,
  );

  route(
    'GET',
    '/schemas/:id',
    ({ id }) => {
      if (id !== SCHEMA_ID) throw notFound();
      return { status: 200, body: traitsSchema };
    },
    json,
  );

  route(
    'GET',
    '/self-service/errors',
    async ({ query }) => {
      const id = query('id') ?? '';
      const now = ctx.clock().toISOString();
      if (id === 'stub:500') {
        const stub = new IdentityError(
          500,
          'This is a stub error.',
          'An error for testing error pages.',
        );
        return {
          status: 200,
          body: { id, error: stub.toError(), created_at: now, updated_at: now },
        };
      }
      const found = await findError(ctx.db, id);
      if (!found) throw notFound();
      const at = found.createdAt.toISOString();
      return { status: 200, body: { id, error: found.error, created_at: at, updated_at: at } };
    },
    json,
  );

  // Like open-source Kratos, this service has no federated sign-in.
  route(
    'POST',
    '/self-service/fed-cm/token',
    () => {
      throw csrfViolation();
    },
    json,
  );

  route('GET', '/health/alive', () => ({ status: 200, body: { status: 'ok' } }), json);
  route(
    'GET',
    '/health/ready',
    async () => {
      // Any query tells whether the database responds.
      await findError(ctx.db, '');
      return { status: 200, body: { status: 'ok' } };
    },
    json,
  );
}
