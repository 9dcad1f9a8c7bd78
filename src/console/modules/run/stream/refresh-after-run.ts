import type { QueryClient } from '@tanstack/react-query';
import { getListRunsInfiniteQueryKey, getListRunsQueryKey } from '#generated/api/run/run.ts';
import { getGetTaskQueryKey } from '#generated/api/task/task.ts';
import { refreshBalance } from '../../billing/refresh-balance.ts';
import type { TaskAddress } from '../../task/task-address.ts';

/** Refreshes what a run changes elsewhere: the balance, lists of runs, the task's figures. */
export function refreshAfterRun(client: QueryClient, address: TaskAddress): void {
  const { orgId, projectId, taskId } = address;
  void refreshBalance(client, orgId);
  void client.invalidateQueries({ queryKey: getGetTaskQueryKey(orgId, projectId, taskId) });
  for (const keyOf of [getListRunsQueryKey, getListRunsInfiniteQueryKey]) {
    void client.invalidateQueries({ queryKey: keyOf(orgId, projectId) });
  }
}
