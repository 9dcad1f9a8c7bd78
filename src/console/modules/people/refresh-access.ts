import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../api/query/query-keys.ts';
import { refreshUnder } from '../../api/query/refresh-under.ts';

/** Refetches what depends on roles in an organisation: permissions, which are cached forever, and lists of people. */
export async function refreshAccess(client: QueryClient, orgId: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.allPermissions() }),
    refreshUnder(client, `/org/${orgId}/member`),
    refreshUnder(client, `/org/${orgId}/invitation`),
    client.invalidateQueries({
      predicate: ({ queryKey }) =>
        queryKey.some(
          (part) =>
            typeof part === 'string' &&
            part.startsWith(`/org/${orgId}/project/`) &&
            /\/(member|invitation)$/.test(part),
        ),
    }),
  ]);
}
