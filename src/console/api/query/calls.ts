import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import { currentClient } from './current-client.ts';

/**
 * Runs a generated function that changes something, where a generated mutation hook can't be used or has no use. Like
 * after the hooks, what changed is refetched (`refresh.ts`). The `Form` or `attempt` around it shows its failure.
 */
export function mutate<Args extends unknown[], Result>(
  operation: (...args: Args) => Promise<Result>,
  ...args: Args
): Promise<Result> {
  const client = currentClient();
  return client
    .getMutationCache()
    .build<Result, Error, void, unknown>(client, {
      mutationFn: () => operation(...args),
      meta: { direct: true },
      gcTime: 0,
    })
    .execute();
}

/**
 * Requests the current state of something, by generated query options. Queries on screen show it, too. The caller shows
 * its failure.
 */
export function readOnce<Data, Failure, Key extends QueryKey>(
  options: FetchQueryOptions<Data, Failure, Data, Key>,
): Promise<Data> {
  return currentClient().fetchQuery({
    ...options,
    staleTime: 0,
    retry: false,
    meta: { silent: true },
  });
}
