import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryKeys } from '../../api/query/query-keys.ts';
import { isProjectId } from './project-id.ts';
import { resolveSelection } from './resolve-selection.ts';
import { selectionSource } from './selection-source.ts';
import { storedSelection, useSelectionStore } from './selection-store.ts';

/** How often (ms) to look for a project while the person has none. */
const REPOLL_MS = 2000;

/**
 * Resolves the active project and stores it. While there is none, it is polled every 2000 ms, also when the first
 * attempt failed.
 * @param urlProjectId the project in the URL, if any
 * @param enabled false until the session is known
 */
export function useSelection(urlProjectId: string | undefined, enabled: boolean) {
  const client = useQueryClient();
  const select = useSelectionStore((state) => state.select);
  const query = useQuery({
    queryKey: queryKeys.selection(urlProjectId),
    queryFn: ({ signal }) =>
      resolveSelection(selectionSource(client, signal), storedSelection(), urlProjectId),
    enabled,
    // The query function reads the stored selection, which is deliberately not part of the key.
    gcTime: 0,
    refetchInterval: ({ state }) =>
      isProjectId(state.data?.selection.projectId) ? false : REPOLL_MS,
    meta: { silent: true },
  });

  const { data: resolved, error } = query;
  // Polling clears a query's error, but its screen must stay until there is a project.
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    if (resolved) select(resolved.selection);
    if (resolved || error) setFailure(error);
  }, [resolved, error, select]);

  return { ...query, error: error ?? failure };
}
