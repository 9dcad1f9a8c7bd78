import type { FastifyInstance } from 'fastify';
import { principalId } from '#domain/principal.ts';

/**
 * Logs one line per response, without query, body or headers, because they contain search terms, prompts and secrets.
 */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { config, url } = request.routeOptions;
    const { principal } = request;
    request.log.info(
      {
        method: request.method,
        route: config.operationId ?? url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(principal && { caller: principalId(principal) }),
      },
      'responded',
    );
  });
}
