import { useState } from 'react';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { revisionOptions } from '#console/modules/revision/revision-options.ts';
import { revisionOfTarget } from '#core/task/revision/environment.ts';
import { useGetTaskRevision, useListTaskRevisions } from '#generated/api/revision/revision.ts';
import type { RunTarget, Task, TaskDefinition } from '#generated/model/index.ts';
import { loadTarget, saveTarget } from './inputs/stored-inputs.ts';

export interface TargetOption {
  value: RunTarget;
  label: string;
  disabled?: boolean;
}

export interface TargetState {
  target: RunTarget;
  /** The revision that will run; null for the draft. */
  number: number | null;
  setTarget: (target: RunTarget) => void;
  options: TargetOption[];
  /** What will run; undefined while it loads. */
  definition: TaskDefinition | undefined;
  error: unknown;
  retry: () => void;
}

/** Which version of the task runs: the draft, the active revision, an environment or any revision. */
export function useRunTarget(task: Task, draft: TaskDefinition): TargetState {
  const { org_id: orgId, project_id: projectId, id: taskId, active_revision: active } = task;
  const [chosen, setChosen] = useState<RunTarget>(() => loadTarget(taskId) ?? 'draft');
  const edit = usePermission({ level: 'task', orgId, projectId, id: taskId }, 'edit');
  const revisions = useListTaskRevisions(orgId, projectId, taskId, { page_limit: 100 });
  const canRunDraft = edit.allowed || edit.pending;

  const target = usable(task, chosen, canRunDraft);
  const number = revisionOfTarget(task, target);
  const revision = useGetTaskRevision(orgId, projectId, taskId, number ?? 1, {
    query: { enabled: number !== null },
  });

  const options: TargetOption[] = [
    { value: 'draft', label: 'Draft', disabled: !canRunDraft },
    {
      value: 'active',
      label: active === null ? 'Active (none yet)' : `Active · r${active}`,
      disabled: active === null,
    },
    ...task.environments.map(({ name, revision: own }) => ({
      value: name,
      label: `${name} · r${own}`,
    })),
    ...revisionOptions(task.latest_revision, revisions.data?.results ?? []),
  ];
  if (!options.some(({ value }) => value === target)) {
    options.push({ value: target, label: `r${target}` });
  }

  return {
    target,
    number,
    setTarget: (next) => {
      setChosen(next);
      saveTarget(taskId, next);
    },
    options,
    definition: target === 'draft' ? draft : revision.data?.definition,
    error: target === 'draft' ? null : revision.error,
    retry: () => void revision.refetch(),
  };
}

/** The chosen version, or a fallback that can be run. */
function usable(task: Task, chosen: RunTarget, canRunDraft: boolean): RunTarget {
  const hasActive = task.active_revision !== null;
  if (chosen === 'draft') return canRunDraft || !hasActive ? 'draft' : 'active';
  if (revisionOfTarget(task, chosen) !== null) return chosen;
  // The environment no longer exists, or no revision is active.
  return hasActive && chosen !== 'active' ? 'active' : 'draft';
}
