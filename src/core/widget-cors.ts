/** What pages of other websites may send to and read from the operations of a widget's visitors. */

/** The paths of these operations, below the API's prefix. */
const PATH = /^\/widget\/([\w-]{1,64})(?:\/|$)/;

/** The widget's key in a path; undefined for the paths of everything else. */
export function widgetKeyIn(path: string): string | undefined {
  return PATH.exec(path)?.[1];
}

/** Headers for an allowed origin. Cookies are never allowed: a visitor has a token. */
export function widgetCorsHeaders(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'retry-after, x-request-id',
  };
}

/** Additional headers that answer a preflight. Browsers remember them for ten minutes. */
export const WIDGET_PREFLIGHT: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'GET, POST, PUT',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, last-event-id',
  'access-control-max-age': '600',
};
