import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { isPathUnder, refreshWhere } from './refresh-under.ts';

/** What depends on roles. */
const ACCESS = ['/member', '/invitation', ...queryKeys.allPermissions()];

/** What else a write refetches, by tag: queries whose path, or word, ends so. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  'access-link': ['/access'],
  'api-key': ['/spend-limit'],
  billing: ['/balance', '/ledger', '/auto_top_up'],
  'deleted-org': ['/org'],
  'deleted-project': ['/project'],
  export: ['/transfer'],
  import: ['/transfer'],
  invitation: ['/invitation'],
  'join-request': ACCESS,
  member: ACCESS,
  'model-endpoint-config': ['/model', '/model-endpoint'],
  notification: ['/notification-count'],
  ownership: ACCESS,
  'spend-limit': ['/spend-limit'],
};

/** Tags whose pages keep themselves up to date, because they are live or edit drafts. */
const LIVE: ReadonlySet<string> = new Set([
  ...['article', 'assist', 'evaluation', 'notification-preference', 'run', 'upload', 'user'],
  // Tasks, and what is below them.
  ...['task', 'draft', 'environment', 'mock', 'revision'],
  // The same of chats.
  ...['chat', 'attachment', 'message', 'pin', 'restore', 'share'],
]);

/** Requests that change nothing on screen, and uploads, after which the tray refetches once. */
const UNCHANGING =
  /\/(search|preview|compare|checkout|portal|card|(iam|datasource)\/test|document\/file)$/;

/** Levels of paths: a write below one of them concerns what is in it. */
const LEVELS: readonly (string | undefined)[] = ['org', 'project', 'task', 'chat', 'user'];

/**
 * Refetches what a request changed, or what may have changed before it failed: the resource in the path, its list, and
 * the lists in `ALSO`.
 */
export async function refreshAfter(
  client: QueryClient,
  url: string,
  method: string,
): Promise<void> {
  const [path = ''] = url.split('?');
  const { list, tag, id } = placeOf(path);
  if (LIVE.has(tag) || UNCHANGING.test(path)) return;
  const others = ALSO[tag] ?? [];
  const item = id === undefined ? null : `${list}/${id}`;
  const gone = path.endsWith('/move') ? item : method === 'DELETE' ? path : null;
  const isLevel = LEVELS.includes(tag);
  const isUnder = (one: string, place: string | null) => place !== null && isPathUnder(one, place);
  await refreshWhere(
    client,
    ({ queryKey }) =>
      // What is read by a POST request may cost something.
      queryKey[0] !== 'POST' &&
      textsOf(queryKey).some(
        (one) =>
          !isUnder(one, gone) &&
          (one === list ||
            (isLevel ? one === item : isUnder(one, item)) ||
            others.some((other) => one.endsWith(other))),
      ),
  );
}

function placeOf(path: string) {
  const parts = path.split('/');
  let at = 1;
  while (LEVELS.includes(parts[at]) && parts.length > at + 2) at += parts[at] === 'user' ? 1 : 2;
  return { list: parts.slice(0, at + 1).join('/'), tag: parts[at] ?? '', id: parts[at + 1] };
}

/** The texts in a query's key: the generated ones have the path, others a word. */
function textsOf(key: QueryKey): string[] {
  return key.filter((part) => typeof part === 'string');
}
