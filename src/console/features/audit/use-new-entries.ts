import {
  type NewRows,
  POLL_LIMIT,
  pollOptions,
  useNewRows,
} from '#console/modules/filter/use-new-rows.ts';
import {
  getListAuditEntriesInfiniteQueryKey,
  useListAuditEntries,
} from '#generated/api/audit/audit.ts';
import type { AuditEntry, ListAuditEntriesParams } from '#generated/model/index.ts';

const POLL_MS = 5000;

/**
 * Counts the entries that are newer than those shown, while the page is visible. They are shown on demand.
 * @param opened when the log was first loaded (RFC 3339)
 */
export function useNewEntries(
  orgId: string,
  params: ListAuditEntriesParams,
  rows: readonly AuditEntry[],
  opened: string,
): NewRows {
  const since = rows[0]?.created_at ?? opened;
  const poll = useListAuditEntries(
    orgId,
    { ...params, page_limit: POLL_LIMIT, created_after: since },
    pollOptions(POLL_MS),
  );
  const known = new Set(rows.slice(0, POLL_LIMIT).map(({ id }) => id));
  const fresh = (poll.data?.results ?? []).filter(({ id }) => !known.has(id)).length;
  const more = poll.data?.pagination.has_next ? '+' : '';
  const show = useNewRows(getListAuditEntriesInfiniteQueryKey(orgId, params));
  return { label: fresh === 0 ? null : `${fresh}${more} new`, show };
}
