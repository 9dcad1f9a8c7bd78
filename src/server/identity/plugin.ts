import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { readJson } from '#domain/identity/http/form.ts';
import { type Handle, IDENTITY_ROUTES, type IdentityRoute } from '#domain/identity/routes.ts';
import { sendError } from './http/errors.ts';
import { createExchange } from './http/exchange.ts';
import { send } from './http/outcome.ts';
import { webauthnScript } from './http/webauthn-script.ts';
import type { IdentityService } from './service.ts';

const BODY_LIMIT = 64 * 1024;

/**
 * Serves the identity service. Register it with the prefix `/identity`.
 * Its responses can't be cached, and its errors are in Ory's format.
 */
export const identityPlugin: FastifyPluginAsync<{ identity: IdentityService }> = async (
  app,
  { identity },
) => {
  const ctx = identity.context;

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    async (_request: FastifyRequest, body: string) => readJson(body),
  );

  const respond = async (
    request: FastifyRequest,
    reply: FastifyReply,
    handle: Handle,
    json?: boolean,
  ) => {
    reply.header('cache-control', 'private, no-cache, no-store, must-revalidate');
    const exchange = createExchange(ctx, request, json);
    try {
      return send(reply, exchange, await handle(ctx, exchange));
    } catch (error) {
      return sendError(ctx, reply, exchange, error);
    }
  };

  const serve = ({ method, path, handle, json }: IdentityRoute) =>
    app.route({
      method,
      url: path,
      bodyLimit: BODY_LIMIT,
      handler: (request, reply) => respond(request, reply, handle, json),
    });

  // Errors before a handler runs: the body isn't JSON, is too large, or has an unsupported type.
  app.setErrorHandler((error, request, reply) =>
    respond(request, reply, () => {
      throw error;
    }),
  );

  IDENTITY_ROUTES.forEach(serve);
  serve({
    method: 'GET',
    path: '/.well-known/jwks.json',
    json: true,
    handle: async () => ({ status: 200, body: await identity.jwks() }),
  });
  serve({
    method: 'GET',
    path: '/.well-known/ory/webauthn.js',
    json: true,
    handle: () => ({
      status: 200,
      body: webauthnScript,
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
    }),
  });
};
