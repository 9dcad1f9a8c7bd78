import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './http/errors.ts';
import { createExchange } from './http/exchange.ts';
import { readJson } from './http/form.ts';
import { send } from './http/outcome.ts';
import { loginRoutes } from './routes/login.routes.ts';
import { logoutRoutes } from './routes/logout.routes.ts';
import { recoveryRoutes } from './routes/recovery.routes.ts';
import { registrationRoutes } from './routes/registration.routes.ts';
import type { Handle, Route } from './routes/route.ts';
import { sessionRoutes } from './routes/session.routes.ts';
import { settingsRoutes } from './routes/settings.routes.ts';
import { verificationRoutes } from './routes/verification.routes.ts';
import { wellKnownRoutes } from './routes/well-known.routes.ts';
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
      return send(reply, exchange, await handle(exchange));
    } catch (error) {
      return sendError(ctx, reply, exchange, error);
    }
  };

  const route: Route = (method, url, handle, options) => {
    app.route({
      method,
      url,
      bodyLimit: BODY_LIMIT,
      handler: (request, reply) => respond(request, reply, handle, options?.json),
    });
  };

  // Errors before a handler runs: the body isn't JSON, is too large, or has an unsupported type.
  app.setErrorHandler((error, request, reply) =>
    respond(request, reply, () => {
      throw error;
    }),
  );

  loginRoutes(route, ctx);
  registrationRoutes(route, ctx);
  recoveryRoutes(route, ctx);
  verificationRoutes(route, ctx);
  settingsRoutes(route, ctx);
  logoutRoutes(route, ctx);
  sessionRoutes(route, identity);
  wellKnownRoutes(route, identity);
};
