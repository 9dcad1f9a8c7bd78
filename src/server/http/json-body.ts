import type { FastifyInstance } from 'fastify';
import { readJsonBody } from '#domain/request/json-body.ts';

/**
 * Operations accept only JSON. An empty body with a JSON content type counts as no body, because clients also send the
 * header with DELETE.
 */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => readJsonBody(body),
  );
}
