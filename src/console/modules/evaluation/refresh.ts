import type { QueryClient } from '@tanstack/react-query';
import type { TaskAddress } from '#console/modules/task/task-address.ts';
import { getListEvaluationsInfiniteQueryKey } from '#generated/api/evaluation/evaluation.ts';

/** Invalidates the task's evaluations. */
export function refreshEvaluations(
  queryClient: QueryClient,
  { orgId, projectId, taskId }: TaskAddress,
): Promise<void> {
  const queryKey = getListEvaluationsInfiniteQueryKey(orgId, projectId, taskId);
  return queryClient.invalidateQueries({ queryKey });
}
