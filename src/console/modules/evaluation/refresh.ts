import type { QueryClient } from '@tanstack/react-query';
import type { TaskAddress } from '#console/modules/task/task-address.ts';
import {
  getListDatasetCasesInfiniteQueryKey,
  getListDatasetsQueryKey,
  getListEvaluationsInfiniteQueryKey,
} from '#generated/api/evaluation/evaluation.ts';

/** Invalidates a dataset's cases and their count. */
export async function refreshCases(
  queryClient: QueryClient,
  { orgId, projectId, taskId }: TaskAddress,
  datasetId: string,
): Promise<void> {
  const stale = [
    getListDatasetsQueryKey(orgId, projectId, taskId),
    getListDatasetCasesInfiniteQueryKey(orgId, projectId, taskId, datasetId),
  ];
  await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Invalidates the task's evaluations. */
export function refreshEvaluations(
  queryClient: QueryClient,
  { orgId, projectId, taskId }: TaskAddress,
): Promise<void> {
  const queryKey = getListEvaluationsInfiniteQueryKey(orgId, projectId, taskId);
  return queryClient.invalidateQueries({ queryKey });
}
