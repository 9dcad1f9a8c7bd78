import { Loaded } from '#console/ui/feedback/loaded.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { useCompareTaskRevisions } from '#generated/api/revision/revision.ts';
import type { Task } from '#generated/model/index.ts';
import { TaskContractChanges } from './task-contract-changes.tsx';

interface ContractCompareProps {
  task: Task;
  /** Revision numbers; null for the draft. */
  before: number;
  after: number | null;
}

/** How callers are affected by going from one revision to another. */
export function TaskContractCompare({ task, before, after }: ContractCompareProps) {
  const query = useCompareTaskRevisions(task.org_id, task.project_id, task.id, {
    base: String(before),
    next: after === null ? 'draft' : String(after),
  });
  return (
    <Loaded query={query} skeleton={<TextSkeleton lines={4} />}>
      {(comparison) => <TaskContractChanges projectId={task.project_id} comparison={comparison} />}
    </Loaded>
  );
}
