import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys } from '../../api/query/query-keys.ts';
import { isProjectId } from './project-id.ts';
import { resolveSelection } from './resolve-selection.ts';
import { selectionSource } from './selection-source.ts';
import { storedSelection, useSelectionStore } from './selection-store.ts';

/** How often (ms) to look for a project while the person has none. */
const REPOLL_MS = 2000;

/**
 * Resolves the active project and stores it. While there is none, it is polled every 2000 ms.
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
      state.data && !isProjectId(state.data.selection.projectId) ? REPOLL_MS : false,
    meta: { silent: true },
  });

  const resolved = query.data;
  useEffect(() => {
    if (resolved) select(resolved.selection);
  }, [resolved, select]);

  return query;
}
