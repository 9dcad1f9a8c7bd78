import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import {
  type NewRows,
  POLL_LIMIT,
  pollOptions,
  useNewRows,
} from '#console/modules/filter/use-new-rows.ts';
import { isFinal } from '#core/run/run-progress.ts';
import { getListRunsInfiniteQueryKey, useListRuns } from '#generated/api/run/run.ts';
import type { ListRunsParams, RunList, RunSummary } from '#generated/model/index.ts';

const POLL_MS = 4000;
type Pages = InfiniteData<RunList, unknown>;

/**
 * What a poll reveals about a list: how many rows are new, and which known rows changed. Both lists are newest first;
 * of a long list only rows as new as the poll are compared.
 */
export function compareRuns(
  known: readonly RunSummary[],
  polled: readonly RunSummary[],
  status: readonly string[],
): { fresh: number; changed: Map<string, RunSummary> } {
  const fresh = new Map(polled.map((run) => [run.id, run]));
  const changed = new Map<string, RunSummary>();
  const oldest = polled.at(-1)?.id;
  for (const before of known) {
    if (oldest === undefined || before.id < oldest) break;
    const run = fresh.get(before.id);
    fresh.delete(before.id);
    if (run && run.status !== before.status) changed.set(run.id, run);
  }
  const shown = [...fresh.values()].filter(
    (run) => status.length === 0 || status.includes(run.status),
  );
  return { fresh: shown.length, changed };
}

/** The time to poll from: the newest row, or the oldest unfinished one near the top. */
export function pollSince(rows: readonly RunSummary[], opened: string): string {
  const top = rows.slice(0, POLL_LIMIT);
  const unfinished = top.findLast((run) => !isFinal(run.status));
  return unfinished?.created_at ?? top[0]?.created_at ?? opened;
}

/**
 * Keeps the top of the list up to date while the page is visible: unfinished rows are updated, and new runs are
 * counted, to be shown on demand.
 * @param opened when the list was first loaded (RFC 3339)
 */
export function useLiveRuns(
  orgId: string,
  projectId: string,
  params: ListRunsParams,
  rows: readonly RunSummary[],
  opened: string,
): NewRows {
  const queryClient = useQueryClient();
  const { status = [], ...rest } = params;
  // Polls all statuses: a listed run may no longer match the status filter.
  const poll = useListRuns(
    orgId,
    projectId,
    { ...rest, page_limit: POLL_LIMIT, created_after: pollSince(rows, opened) },
    pollOptions(POLL_MS),
  );
  const found = useMemo(
    () => compareRuns(rows, poll.data?.results ?? [], status),
    [rows, poll.data, status],
  );

  const queryKey = getListRunsInfiniteQueryKey(orgId, projectId, params);
  const key = JSON.stringify(queryKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for `queryKey`
  useEffect(() => {
    if (found.changed.size === 0) return;
    queryClient.setQueryData<Pages>(queryKey, (data) => data && withRows(data, found.changed));
  }, [queryClient, key, found]);

  const show = useNewRows(queryKey);
  const noun = found.fresh === 1 ? 'run' : 'runs';
  const more = poll.data?.pagination.has_next ? '+' : '';
  return {
    label: found.fresh === 0 ? null : `${found.fresh}${more} new ${noun}`,
    show,
  };
}

function withRows(data: Pages, changed: ReadonlyMap<string, RunSummary>): Pages {
  const pages = data.pages.map((page) =>
    page.results.some((run) => changed.has(run.id))
      ? { ...page, results: page.results.map((run) => changed.get(run.id) ?? run) }
      : page,
  );
  return { ...data, pages };
}
