import { useQueryClient } from '@tanstack/react-query';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { getGetTaskRevisionQueryOptions } from '#generated/api/revision/revision.ts';
import type { Task, TaskDefinition } from '#generated/model/index.ts';

/** Restores a revision as the draft. */
export type Restore = (definition: TaskDefinition, number: number) => void;

/** Loads a revision and passes it to the editor, which makes it the draft. */
export function useRestore(task: Task, onRestore: Restore): (number: number) => Promise<void> {
  const queryClient = useQueryClient();
  return async (number) => {
    await attempt(async () => {
      const { org_id: orgId, project_id: projectId, id } = task;
      const options = getGetTaskRevisionQueryOptions(orgId, projectId, id, number);
      const { definition } = await queryClient.fetchQuery(options);
      onRestore(definition, number);
    });
  };
}
