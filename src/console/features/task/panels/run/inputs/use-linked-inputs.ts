import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { TaskAddress } from '#console/modules/task/task-address.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { useLatest } from '#console/ui/use-latest.ts';
import { getGetRunQueryOptions } from '#generated/api/run/run.ts';
import type { RunInputs } from '#generated/model/index.ts';

/**
 * Fills the form from the run in the URL (`?inputs=`), once.
 * @param ready whether the task's variables are loaded
 */
export function useLinkedInputs(
  { orgId, projectId }: TaskAddress,
  ready: boolean,
  fill: (inputs: RunInputs) => void,
): void {
  const [runId, setRunId] = useQueryParam('inputs');
  const queryClient = useQueryClient();
  const latest = useLatest(fill);

  useEffect(() => {
    if (runId === null || !ready) return;
    void attempt(async () => {
      const run = await queryClient.fetchQuery(getGetRunQueryOptions(orgId, projectId, runId));
      latest.current(run.inputs);
    }).then(() => setRunId(null));
  }, [queryClient, orgId, projectId, runId, ready, setRunId]);
}
