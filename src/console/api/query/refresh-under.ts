import type { Query, QueryClient } from '@tanstack/react-query';

/** Whether a path is an API path or below it, such as a document of a collection. */
export function isPathUnder(path: string, url: string): boolean {
  return path === url || path.startsWith(`${url}/`);
}

/** Whether a query belongs to an API path or a path below it. */
export function isUnder({ queryKey }: Pick<Query, 'queryKey'>, url: string): boolean {
  return queryKey.some((part) => typeof part === 'string' && isPathUnder(part, url));
}

/** Refetches all queries at an API path or below it. */
export function refreshUnder(client: QueryClient, url: string): Promise<void> {
  return refreshWhere(client, (query) => isUnder(query, url));
}

/**
 * Refetches queries after a change. A first load that began before it is started again: React Query would keep its
 * result.
 */
export async function refreshWhere(
  client: QueryClient,
  isMeant: (query: Query) => boolean,
): Promise<void> {
  const isFirst = (query: Query) => query.isActive() && query.state.data === undefined;
  await client.cancelQueries({ predicate: (query) => isFirst(query) && isMeant(query) });
  await client.invalidateQueries({ predicate: isMeant });
}
