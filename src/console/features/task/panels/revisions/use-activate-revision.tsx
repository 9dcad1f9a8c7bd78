import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '#console/api/api-error.ts';
import { mutate, readOnce } from '#console/api/query/calls.ts';
import { track } from '#console/modules/analytics/analytics.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { MESSAGES } from '#core/messages.ts';
import { isAffected } from '#core/task/revision/affected.ts';
import { TASK_VALIDATION } from '#core/task/task-validation.ts';
import {
  activateTaskRevision,
  compareTaskRevisions,
  getGetTaskRevisionQueryKey,
  getListTaskRevisionsInfiniteQueryKey,
  getListTaskRevisionsQueryKey,
} from '#generated/api/revision/revision.ts';
import {
  getGetTaskQueryKey,
  getGetTaskQueryOptions,
  getListTasksInfiniteQueryKey,
} from '#generated/api/task/task.ts';
import type { Task, TaskComparison } from '#generated/model/index.ts';
import { TaskContractChanges } from './task-contract-changes.tsx';
import { UnavailableModel } from './unavailable-model.tsx';

/**
 * Activates a revision. Asks first, showing the revision it replaces and the affected callers; breaking changes require
 * the task's name. Offers Undo, and reports when someone else activated another revision meanwhile.
 */
export function useActivateRevision(task: Task): {
  activate: (number: number) => Promise<void>;
  /** Activates without asking, unless callers are affected. */
  rollBack: (number: number) => Promise<void>;
  /** The revision that is being activated. */
  pending: number | null;
} {
  const { org_id: orgId, project_id: projectId, id: taskId } = task;
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const [pending, setPending] = useState<number | null>(null);

  const remember = async (changed: Task) => {
    queryClient.setQueryData(getGetTaskQueryKey(orgId, projectId, taskId), changed);
    const stale = [
      getListTaskRevisionsQueryKey(orgId, projectId, taskId),
      getListTaskRevisionsInfiniteQueryKey(orgId, projectId, taskId),
      getListTasksInfiniteQueryKey(orgId, projectId),
      ...[task.active_revision, changed.active_revision]
        .filter((number) => number !== null)
        .map((number) => getGetTaskRevisionQueryKey(orgId, projectId, taskId, number)),
    ];
    await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };

  /** @param confirmed whether the user confirmed the breaking changes shown */
  const set = async (number: number, replaces: number | null, confirmed: boolean) => {
    setPending(number);
    const body = { replaces, ...(confirmed && { confirm: task.name }) };
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const isSet = await attempt(
      async () =>
        remember(
          await mutate(activateTaskRevision, orgId, projectId, taskId, number, body, headers),
        ),
      {
        area: 'task.activate',
        handle: async (error) => {
          const code = isApiError(error, 409) ? error.code : null;
          if (code === 'evaluation_required')
            toast.error(TASK_VALIDATION.evaluationRequired(number));
          // Someone else activated a revision first: report theirs instead of overwriting it.
          else if (code === 'active_revision_changed')
            toast.error(await activeRevisionMessage(number));
          else return false;
          return true;
        },
      },
    );
    setPending(null);
    if (isSet) track('Revision activated', { change: confirmed ? 'breaking' : 'safe' });
    return isSet;
  };

  const activeRevisionMessage = async (number: number): Promise<string> => {
    const now = await readOnce(getGetTaskQueryOptions(orgId, projectId, taskId)).catch(() => null);
    if (!now) return MESSAGES.task.activate;
    await remember(now);
    const active = now.active_revision;
    if (active === number) return `Someone else has already activated revision ${number}.`;
    const change = active === null ? 'no revision is active' : `revision ${active} is active`;
    return `${MESSAGES.task.activate} Someone else changed it: ${change} now.`;
  };

  /** How callers are affected; undefined when that can't be determined, which an error toast reports. */
  const look = async (number: number): Promise<TaskComparison | undefined> => {
    setPending(number);
    let comparison: TaskComparison | undefined;
    await attempt(async () => {
      comparison = await mutate(compareTaskRevisions, orgId, projectId, taskId, {
        next: String(number),
      });
    }, 'task.activate');
    setPending(null);
    return comparison;
  };

  /** @param asks false skips the question when no callers are affected */
  const replace = async (number: number, asks: boolean) => {
    const comparison = await look(number);
    if (!comparison) return;
    // Replaces the revision it was compared with, even if this page shows another: a second tab may have changed it.
    const replaces = comparison.base_revision;
    if (replaces === number) return void toast.info(await activeRevisionMessage(number));
    const breaks = comparison.verdict === 'breaking';
    const agreed =
      (!asks && isSafe(comparison)) ||
      (await confirm({
        title: `Set revision ${number} active?`,
        body: <Replacement task={task} number={number} comparison={comparison} />,
        confirmLabel: breaks ? 'Set active anyway' : 'Set active',
        ...(breaks && { danger: true, typeName: task.name }),
      }));
    if (!agreed || !(await set(number, replaces, breaks))) return;
    if (replaces === null) toast.success(`Revision ${number} activated`);
    else {
      toast.undo(`Revision ${number} activated (previously ${replaces})`, async () => {
        // Back to the previous revision: no need to ask.
        if (await set(replaces, number, true)) toast.success(`Revision ${replaces} reactivated`);
      });
    }
  };

  return {
    activate: (number) => replace(number, true),
    rollBack: (number) => replace(number, false),
    pending,
  };
}

/** Whether no callers are affected, as far as is known. */
function isSafe({ verdict, unavailable_model, callers }: TaskComparison): boolean {
  return verdict === 'compatible' && !unavailable_model && !callers.some(isAffected);
}

interface ReplacementProps {
  task: Task;
  number: number;
  comparison: TaskComparison;
}

function Replacement({ task, number, comparison }: ReplacementProps) {
  const { base_revision: replaces, unavailable_model: model } = comparison;
  if (replaces === null)
    return (
      <Stack gap="md">
        <span>
          API calls to “{task.name}” will use revision {number}. They currently fail because no
          revision is active.
        </span>
        {model !== undefined && <UnavailableModel model={model} />}
      </Stack>
    );
  return (
    <Stack gap="md">
      <span>
        API calls to “{task.name}” will use revision {number} instead of {replaces}. Calls pinned to
        a revision aren't affected.
      </span>
      <TaskContractChanges projectId={task.project_id} comparison={comparison} />
    </Stack>
  );
}
