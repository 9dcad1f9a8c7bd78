import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { refreshAfterRun } from '#console/modules/run/stream/refresh-after-run.ts';
import { RunFollower } from '#console/modules/run/stream/run-follower.ts';
import { createRunTransport } from '#console/modules/run/stream/run-transport.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import type { RunInputs, Task } from '#generated/model/index.ts';
import { useRunTask } from './use-run-task.ts';

/** Runs a template. Its task is created first. */
export function useFirstRun(templateId: string) {
  const { orgId, projectId } = useActiveProject();
  const client = useQueryClient();
  const { taskId, setTask } = useRunTask(templateId);
  const [isCreating, setCreating] = useState(false);
  const follower = useMemo(
    () =>
      new RunFollower({
        transport: createRunTransport({ orgId, projectId, taskId: taskId ?? '' }),
      }),
    [orgId, projectId, taskId],
  );
  const state = useSyncExternalStore(follower.subscribe, follower.getState);
  const [wanted, setWanted] = useState<RunInputs | null>(null);

  useEffect(() => {
    if (taskId === null) return;
    follower.onEnded = () => refreshAfterRun(client, { orgId, projectId, taskId });
    return () => follower.clear();
  }, [follower, client, orgId, projectId, taskId]);

  useEffect(() => {
    if (taskId === null || wanted === null) return;
    setWanted(null);
    void follower.start({ inputs: wanted, revision: 'draft' });
  }, [follower, taskId, wanted]);

  const start = async (inputs: RunInputs) => {
    if (taskId === null) {
      setCreating(true);
      const create = async () => {
        const { createStarter } = await import('#console/modules/template/create-from-template.ts');
        const task: Task = await createStarter(client, { orgId, projectId }, templateId);
        setTask(task.id);
      };
      const isMade = await attempt(create, 'task.create');
      setCreating(false);
      if (!isMade) return;
    }
    setWanted(inputs);
  };

  const busy = isCreating || wanted !== null || follower.busy;
  return { ...state, taskId, busy, isCreating, start, stop: () => follower.stop() };
}
