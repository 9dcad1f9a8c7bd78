import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { usePollDelay } from '#console/api/query/poll.ts';
import { isOpen } from '#console/modules/transfer/transfer-state.ts';
import { getListProjectsQueryKey } from '#generated/api/project/project.ts';
import { useListTransfersInfinite } from '#generated/api/transfer/transfer.ts';
import type { Transfer } from '#generated/model/index.ts';

/** The transfers of an organisation, refetched while one of them is in progress. */
export function useTransfers(orgId: string) {
  const delay = usePollDelay();
  const query = useListTransfersInfinite(orgId, undefined, {
    query: {
      ...paged,
      staleTime: 0,
      refetchInterval: ({ state: { data } }) =>
        delay(flatten(data).some(isOpen), data?.pages.length),
    },
  });
  const rows = flatten(query.data);
  useNewProjects(orgId, rows);
  return { query, rows };
}

/** Refetches the lists of projects when an import or a copy has created some. */
function useNewProjects(orgId: string, rows: readonly Transfer[]): void {
  const client = useQueryClient();
  const before = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const arrived = rows.some(({ id, status }) => status === 'succeeded' && before.current.has(id));
    before.current = new Set(rows.filter(isOpen).map(({ id }) => id));
    if (arrived) void client.invalidateQueries({ queryKey: getListProjectsQueryKey(orgId) });
  });
}
