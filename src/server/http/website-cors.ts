import type { FastifyInstance } from 'fastify';
import { createTtlCache } from '#core/cache/ttl-cache.ts';
import { TASK_PREFLIGHT, taskApiPlace, taskCorsHeaders } from '#core/task-cors.ts';
import { WIDGET_PREFLIGHT, widgetCorsHeaders, widgetKeyIn } from '#core/widget-cors.ts';
import { API_PREFIX } from '#domain/call.ts';
import { mayRead } from '#domain/chat/widget/widget-origin.ts';
import type { Domain } from '#domain/domain.ts';
import { mayCallTasks } from '#domain/project/defaults.ts';

/** Preflights cost no query each. The operations themselves check the origin anew. */
const REMEMBERED = { size: 10_000, milliseconds: 5000 };

/** What pages of an origin may send and read, as headers of responses and additional ones of preflights. */
interface Allowed {
  headers: Record<string, string>;
  preflight: Readonly<Record<string, string>>;
}

/**
 * CORS for pages of other websites: each widget allows the operations of its visitors to its own origins, and each
 * project those on its tasks. Must be added before the CORS of the console, which would answer preflights for all paths.
 */
export function allowWebsites(app: FastifyInstance, domain: Domain): void {
  const answers = createTtlCache<boolean>(REMEMBERED.size, REMEMBERED.milliseconds);

  async function allowedTo(path: string, origin: string): Promise<Allowed | undefined> {
    const key = widgetKeyIn(path);
    if (key !== undefined) {
      const mayUse = await answers.find(`${key} ${origin}`, () => mayRead(domain, key, origin));
      return mayUse
        ? { headers: widgetCorsHeaders(origin), preflight: WIDGET_PREFLIGHT }
        : undefined;
    }
    const place = taskApiPlace(path);
    const mayCall =
      place &&
      (await answers.find(`${place.orgId} ${place.projectId} ${origin}`, () =>
        mayCallTasks(domain.stores, place, origin),
      ));
    return mayCall ? { headers: taskCorsHeaders(origin), preflight: TASK_PREFLIGHT } : undefined;
  }

  app.addHook('onRequest', async ({ url, method, headers }, reply) => {
    if (!url.startsWith(API_PREFIX)) return;
    const path = (url.split('?', 1)[0] ?? '').slice(API_PREFIX.length);
    const isOfWidget = widgetKeyIn(path) !== undefined;
    if (isOfWidget) reply.header('vary', 'Origin');
    const { origin } = headers;
    if (origin === undefined && !isOfWidget) return;
    const allowed = origin === undefined ? undefined : await allowedTo(path, origin);
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
