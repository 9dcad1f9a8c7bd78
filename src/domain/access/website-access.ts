import { TASK_PREFLIGHT, taskApiPlace, taskCorsHeaders } from '#core/task-cors.ts';
import { WIDGET_PREFLIGHT, widgetCorsHeaders, widgetKeyIn } from '#core/widget-cors.ts';
import { mayRead } from '../chat/widget/widget-origin.ts';
import type { Domain } from '../domain.ts';
import { mayCallTasks } from '../project/defaults.ts';

/** What pages of an origin may send and read, as headers of responses and additional ones of preflights. */
export interface WebsiteAccess {
  headers: Record<string, string>;
  preflight: Readonly<Record<string, string>>;
}

/**
 * CORS for pages of other websites: each widget allows the operations of its visitors to its own origins, and each
 * project those on its tasks.
 * @param path below the API's prefix
 * @param remembered returns the cached answer for a key, or asks and caches it
 */
export async function websiteAccess(
  domain: Domain,
  path: string,
  origin: string,
  remembered: (key: string, ask: () => Promise<boolean>) => Promise<boolean> = (_, ask) => ask(),
): Promise<WebsiteAccess | undefined> {
  const key = widgetKeyIn(path);
  if (key !== undefined) {
    if (!(await remembered(`${key} ${origin}`, () => mayRead(domain, key, origin))))
      return undefined;
    return { headers: widgetCorsHeaders(origin), preflight: WIDGET_PREFLIGHT };
  }
  const place = taskApiPlace(path);
  if (!place) return undefined;
  const ask = () => mayCallTasks(domain.stores, place, origin);
  if (!(await remembered(`${place.orgId} ${place.projectId} ${origin}`, ask))) return undefined;
  return { headers: taskCorsHeaders(origin), preflight: TASK_PREFLIGHT };
}
