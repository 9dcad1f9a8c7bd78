import type { FastifyInstance } from 'fastify';

/**
 * JSON is what operations take, and nothing else. An empty body with a JSON content type is no body:
 * clients send the header with DELETE too.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}
