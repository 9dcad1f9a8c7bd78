import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { isApiError } from '#console/api/api-error.ts';
import { messageOf } from '#console/api/error-message.ts';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { MESSAGES, VALIDATION } from '#core/messages.ts';
import {
  activateTaskRevision,
  compareTaskRevisions,
  getGetTaskQueryKey,
  getGetTaskRevisionQueryKey,
  getListTaskRevisionsInfiniteQueryKey,
  getListTaskRevisionsQueryKey,
  getListTasksInfiniteQueryKey,
  getTask,
} from '#generated/api/task/task.ts';
import type { Task, TaskComparison } from '#generated/model/index.ts';
import { UnavailableModel } from './unavailable-model.tsx';

const ContractChanges = lazy(() =>
  import('./task-contract-changes.tsx').then((module) => ({ default: module.TaskContractChanges })),
);

/**
 * Makes a revision the one that calls get: asks first, naming what it replaces
 * and what callers notice (the task's name must be typed when it breaks them), offers to undo it, and
 * says what changed when someone else was faster.
 */
export function useActivateRevision(task: Task): {
  activate: (number: number) => Promise<void>;
  /** The same without a question, unless callers would notice. */
  rollBack: (number: number) => Promise<void>;
  /** The revision that is just being activated. */
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

  /** @param confirmed whether the person was shown what breaks, and meant it */
  const set = async (number: number, replaces: number | null, confirmed: boolean) => {
    setPending(number);
    try {
      const headers = { 'Idempotency-Key': crypto.randomUUID() };
      await remember(
        await activateTaskRevision(
          orgId,
          projectId,
          taskId,
          number,
          { replaces, ...(confirmed && { confirm: task.name }) },
          headers,
        ),
      );
      return true;
    } catch (error) {
      toast.error(await explain(error, number));
      return false;
    } finally {
      setPending(null);
    }
  };

  /** Someone else was faster: what they did is read and named, and nothing is overwritten. */
  const explain = async (error: unknown, number: number): Promise<string> => {
    if (isApiError(error, 409) && error.problem?.code === 'evaluation_required')
      return VALIDATION.evaluationRequired(number);
    if (!isApiError(error, 409) || error.problem?.code !== 'active_revision_changed')
      return messageOf(error, 'task.activate');
    return sayWhatIsActive(number);
  };

  const sayWhatIsActive = async (number: number): Promise<string> => {
    const now = await getTask(orgId, projectId, taskId).catch(() => null);
    if (!now) return MESSAGES.task.activate;
    await remember(now);
    const active = now.active_revision;
    if (active === number) return `Revision ${number} was set as active by someone else meanwhile.`;
    const change = active === null ? 'no revision is active' : `revision ${active} is active`;
    return `${MESSAGES.task.activate} Someone changed it meanwhile: now ${change}.`;
  };

  /** What callers would notice; undefined when that cannot be said, and the person was told. */
  const look = async (number: number): Promise<TaskComparison | undefined> => {
    setPending(number);
    try {
      return await compareTaskRevisions(orgId, projectId, taskId, { next: String(number) });
    } catch (error) {
      toast.error(messageOf(error, 'task.activate'));
      return undefined;
    } finally {
      setPending(null);
    }
  };

  /** @param asks false goes ahead without a question where callers notice nothing */
  const replace = async (number: number, asks: boolean) => {
    const comparison = await look(number);
    if (!comparison) return;
    // What it is compared with, and not what this page believes: another tab may have been faster.
    const replaces = comparison.base_revision;
    if (replaces === number) return void toast.info(await sayWhatIsActive(number));
    const breaks = comparison.verdict === 'breaking';
    const agreed =
      (!asks && comparison.verdict === 'compatible' && !comparison.unavailable_model) ||
      (await confirm({
        title: `Set revision ${number} as active?`,
        body: <Replacement task={task} number={number} comparison={comparison} />,
        confirmLabel: breaks ? 'Set active and break callers' : 'Set active',
        ...(breaks && { danger: true, typeName: task.name }),
      }));
    if (!agreed || !(await set(number, replaces, breaks))) return;
    if (replaces === null) toast.success(`Revision ${number} is active`);
    else {
      toast.undo(`Revision ${number} is active instead of revision ${replaces}`, async () => {
        // Back to what callers had a moment ago: nothing to ask.
        if (await set(replaces, number, true))
          toast.success(`Revision ${replaces} is active again`);
      });
    }
  };

  return {
    activate: (number) => replace(number, true),
    rollBack: (number) => replace(number, false),
    pending,
  };
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
          Calls of “{task.name}” will get revision {number}. Until now they were refused, because no
          revision was active.
        </span>
        {model !== undefined && <UnavailableModel model={model} />}
      </Stack>
    );
  return (
    <Stack gap="md">
      <span>
        It replaces revision {replaces}: from then on calls of “{task.name}” get revision {number}.
        Calls that name a revision are not affected.
      </span>
      <Suspense fallback={<TextSkeleton lines={2} />}>
        <ContractChanges comparison={comparison} />
      </Suspense>
    </Stack>
  );
}
