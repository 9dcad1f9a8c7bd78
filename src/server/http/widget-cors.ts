import type { FastifyInstance } from 'fastify';
import { createTtlCache } from '#core/ttl-cache.ts';
import { WIDGET_PREFLIGHT, widgetCorsHeaders, widgetKeyIn } from '#core/widget-cors.ts';
import { API_PREFIX } from '#domain/call.ts';
import { mayRead } from '#domain/chat/widget/widget-origin.ts';
import type { Domain } from '#domain/domain.ts';

/** Preflights cost no query each. The operations themselves check the origin anew. */
const REMEMBERED = { size: 10_000, milliseconds: 5000 };

/**
 * CORS for the operations of a widget's visitors, whose pages are on other websites: each widget allows its own
 * origins. Must be added before the CORS of the console, which would answer preflights for all paths.
 */
export function allowWidgets(app: FastifyInstance, domain: Domain): void {
  const answers = createTtlCache<boolean>(REMEMBERED.size, REMEMBERED.milliseconds);

  async function allows(key: string, origin: string): Promise<boolean> {
    const id = `${key} ${origin}`;
    const known = answers.get(id);
    if (known !== undefined) return known;
    const answer = await mayRead(domain, key, origin);
    answers.set(id, answer);
    return answer;
  }

  app.addHook('onRequest', async ({ url, method, headers }, reply) => {
    if (!url.startsWith(API_PREFIX)) return;
    const key = widgetKeyIn((url.split('?', 1)[0] ?? '').slice(API_PREFIX.length));
    if (key === undefined) return;
    reply.header('vary', 'Origin');
    const { origin } = headers;
    const isAllowed = origin !== undefined && (await allows(key, origin));
    if (isAllowed) reply.headers(widgetCorsHeaders(origin));
    const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'];
    if (!isPreflight) return;
    return reply
      .headers(isAllowed ? WIDGET_PREFLIGHT : {})
      .code(204)
      .send();
  });
}
