import { useRef } from 'react';
import { pollDelay } from '#console/api/query/poll.ts';
import { useGetTransfer } from '#generated/api/transfer/transfer.ts';
import { isOpen } from './transfer-state.ts';

/**
 * A transfer, refetched until it has ended.
 * @param id null for none
 */
export function useTransfer(orgId: string, id: string | null) {
  const since = useRef<number | null>(null);
  return useGetTransfer(orgId, id ?? '', {
    query: {
      enabled: id !== null,
      staleTime: 0,
      meta: { silent: true },
      refetchInterval: ({ state }) => {
        if (state.status === 'error') return pollDelay(0, Date.now());
        since.current = !state.data || isOpen(state.data) ? (since.current ?? Date.now()) : null;
        return pollDelay(since.current, Date.now());
      },
    },
  });
}
