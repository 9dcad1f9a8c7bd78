import type { FastifyInstance } from 'fastify';
import { createTtlCache } from '#core/cache/ttl-cache.ts';
import { widgetKeyIn } from '#core/widget-cors.ts';
import { websiteAccess } from '#domain/access/website-access.ts';
import { API_PREFIX } from '#domain/call.ts';
import type { Domain } from '#domain/domain.ts';

/** Preflights cost no query each. The operations themselves check the origin anew. */
const REMEMBERED = { size: 10_000, milliseconds: 5000 };

/**
 * CORS for pages of other websites. Must be added before the CORS of the console, which would answer preflights for all
 * paths.
 */
export function allowWebsites(app: FastifyInstance, domain: Domain): void {
  const answers = createTtlCache<boolean>(REMEMBERED.size, REMEMBERED.milliseconds);

  app.addHook('onRequest', async ({ url, method, headers }, reply) => {
    if (!url.startsWith(API_PREFIX)) return;
    const path = (url.split('?', 1)[0] ?? '').slice(API_PREFIX.length);
    const isOfWidget = widgetKeyIn(path) !== undefined;
    if (isOfWidget) reply.header('vary', 'Origin');
    const { origin } = headers;
    if (origin === undefined && !isOfWidget) return;
    const allowed =
      origin === undefined ? undefined : await websiteAccess(domain, path, origin, answers.find);
    if (allowed) reply.headers({ ...allowed.headers, vary: 'Origin' });
    const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'];
    // An origin that no project allows may be the console's own, which other rules decide.
    if (!isPreflight || !(allowed || isOfWidget)) return;
    return reply
      .headers(allowed?.preflight ?? {})
      .code(204)
      .send();
  });
}
