import type { Query, QueryClient } from '@tanstack/react-query';

/** Whether a query is of an address or one below it, such as a document of a collection. */
export function isUnder({ queryKey }: Pick<Query, 'queryKey'>, url: string): boolean {
  return queryKey.some(
    (part) => typeof part === 'string' && (part === url || part.startsWith(`${url}/`)),
  );
}

/** Fetches everything again that is at an address of the API or below it. */
export function refreshUnder(client: QueryClient, url: string): Promise<void> {
  return client.invalidateQueries({ predicate: (query) => isUnder(query, url) });
}
