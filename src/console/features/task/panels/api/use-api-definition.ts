import { revisionOfTarget } from '#core/task/revision/environment.ts';
import { useGetTaskRevision } from '#generated/api/revision/revision.ts';
import { useGetTaskDraft } from '#generated/api/task/task.ts';
import type { RunTarget, Task, TaskDefinition } from '#generated/model/index.ts';

/** The definition that a call of this revision uses; the draft's while none is active. */
export function useApiDefinition(
  task: Task,
  revision: RunTarget,
): {
  definition: TaskDefinition | undefined;
  error: unknown;
  retry: () => void;
  isDraft: boolean;
  /** Null for the draft. */
  number: number | null;
} {
  const at = [task.org_id, task.project_id, task.id] as const;
  const number = revisionOfTarget(task, revision);
  const saved = useGetTaskRevision(...at, number ?? 1, { query: { enabled: number !== null } });
  const draft = useGetTaskDraft(...at, { query: { enabled: number === null } });
  const query = number === null ? draft : saved;
  return {
    definition: query.data?.definition,
    error: query.error,
    retry: () => void query.refetch(),
    isDraft: number === null,
    number,
  };
}
