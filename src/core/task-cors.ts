/** What pages of other websites may send to and read from the operations on tasks, runs and collections. */

/** The paths of these operations, below the API's prefix. */
const PATH = /^\/org\/([\w-]{1,64})\/project\/([\w-]{1,64})\/(?:task|run|collection)\//;

/** The project in a path; undefined for the paths of everything else. */
export function taskApiPlace(path: string): { orgId: string; projectId: string } | undefined {
  const [, orgId, projectId] = PATH.exec(path) ?? [];
  return orgId !== undefined && projectId !== undefined ? { orgId, projectId } : undefined;
}

/** Headers for an allowed origin. Cookies are never allowed: pages have an access token. */
export function taskCorsHeaders(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'etag, location, retry-after, x-request-id',
  };
}

/** Additional headers that answer a preflight. Browsers remember them for ten minutes. */
export const TASK_PREFLIGHT: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, last-event-id, prefer',
  'access-control-max-age': '600',
};
