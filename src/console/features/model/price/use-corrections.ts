import { useQueryClient } from '@tanstack/react-query';
import { flatten, paged } from '#console/api/query/paging.ts';
import {
  getListPriceCorrectionsInfiniteQueryKey,
  useListPriceCorrectionsInfinite,
} from '#generated/api/billing/billing.ts';
import type { PriceCorrection } from '#generated/model/index.ts';

const POLL_MS = 700;

/** The corrections of a model, newest first. Refetched while one of them makes progress. */
export function useCorrections(orgId: string, modelId: string) {
  const client = useQueryClient();
  const params = { model_id: modelId, page_limit: 20 };
  const query = useListPriceCorrectionsInfinite(orgId, params, {
    query: {
      ...paged,
      refetchInterval: ({ state }) => (flatten(state.data).some(isWorking) ? POLL_MS : false),
    },
  });
  const refresh = () =>
    client.invalidateQueries({ queryKey: getListPriceCorrectionsInfiniteQueryKey(orgId, params) });
  return { query, corrections: flatten(query.data), refresh };
}

/** Whether the server is calculating or applying it. */
export function isWorking({ status }: PriceCorrection): boolean {
  return status === 'calculating' || status === 'applying';
}
