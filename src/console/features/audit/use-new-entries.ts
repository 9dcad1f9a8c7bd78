import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import {
  getListAuditEntriesInfiniteQueryKey,
  useListAuditEntries,
} from '#generated/api/audit/audit.ts';
import type { AuditEntry, AuditEntryList, ListAuditEntriesParams } from '#generated/model/index.ts';

const pollEvery = 5000;
const pollLimit = 100;
type Pages = InfiniteData<AuditEntryList, unknown>;

/**
 * Counts the entries that are newer than those shown, while the page is visible. They are shown on demand.
 * @param opened when the log was first loaded (RFC 3339)
 */
export function useNewEntries(
  orgId: string,
  params: ListAuditEntriesParams,
  rows: readonly AuditEntry[],
  opened: string,
): { label: string | null; show: () => Promise<void> } {
  const queryClient = useQueryClient();
  const since = rows[0]?.created_at ?? opened;
  const poll = useListAuditEntries(
    orgId,
    { ...params, page_limit: pollLimit, created_after: since },
    { query: { refetchInterval: pollEvery, retry: false, meta: { silent: true } } },
  );
  const known = new Set(rows.slice(0, pollLimit).map(({ id }) => id));
  const fresh = (poll.data?.results ?? []).filter(({ id }) => !known.has(id)).length;
  const more = poll.data?.pagination.has_next ? '+' : '';
  const queryKey = getListAuditEntriesInfiniteQueryKey(orgId, params);
  return {
    label: fresh === 0 ? null : `${fresh}${more} new`,
    show: async () => {
      // Only the first page is reloaded, however far the list was scrolled.
      queryClient.setQueryData<Pages>(queryKey, (data) => data && firstPage(data));
      await queryClient.invalidateQueries({ queryKey, exact: true });
    },
  };
}

function firstPage({ pages, pageParams }: Pages): Pages {
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) };
}
