import type { FastifyInstance } from 'fastify';

/**
 * Operations accept only JSON. An empty body with a JSON content type counts as no body, because clients also send the
 * header with DELETE.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}
