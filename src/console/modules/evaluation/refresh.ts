import type { QueryClient } from '@tanstack/react-query';
import {
  getListDatasetCasesInfiniteQueryKey,
  getListDatasetsQueryKey,
  getListEvaluationsInfiniteQueryKey,
} from '#generated/api/evaluation/evaluation.ts';
import type { addressOf } from './address.ts';

type Address = ReturnType<typeof addressOf>;

/** Has a dataset's cases, and how many there are, asked for again. */
export async function refreshCases(
  queryClient: QueryClient,
  { orgId, projectId, taskId }: Address,
  datasetId: string,
): Promise<void> {
  const stale = [
    getListDatasetsQueryKey(orgId, projectId, taskId),
    getListDatasetCasesInfiniteQueryKey(orgId, projectId, taskId, datasetId),
  ];
  await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Has the task's evaluations asked for again. */
export function refreshEvaluations(
  queryClient: QueryClient,
  { orgId, projectId, taskId }: Address,
): Promise<void> {
  const queryKey = getListEvaluationsInfiniteQueryKey(orgId, projectId, taskId);
  return queryClient.invalidateQueries({ queryKey });
}
