import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { messageOf } from '#console/api/error-message.ts';
import { useConfirm } from '#console/ui/confirm.tsx';
import { TextSkeleton } from '#console/ui/skeletons.tsx';
import { toast } from '#console/ui/toast.ts';
import {
  compareTaskRevisions,
  deleteTaskEnvironment,
  getGetTaskQueryKey,
  invalidateGetTask,
  replaceTaskEnvironment,
} from '#generated/api/task/task.ts';
import type { Task, TaskVerdict } from '#generated/model/index.ts';

const ContractChanges = lazy(() =>
  import('./contract-changes.tsx').then((module) => ({ default: module.ContractChanges })),
);

/** Gives environments of a task other revisions, each change with Undo. */
export function useEnvironments(task: Task) {
  const { org_id: orgId, project_id: projectId, id: taskId } = task;
  const queryClient = useQueryClient();
  const confirm = useConfirm();

  const put = async (name: string, revision: number, confirmed: boolean): Promise<boolean> => {
    try {
      const body = { revision, ...(confirmed && { confirm: task.name }) };
      const changed = await replaceTaskEnvironment(orgId, projectId, taskId, name, body);
      queryClient.setQueryData(getGetTaskQueryKey(orgId, projectId, taskId), changed);
      return true;
    } catch (error) {
      toast.error(messageOf(error, 'task.update'));
      return false;
    }
  };

  /** Shows what those who call an environment would notice, and asks; whether they agreed, and to what. */
  const ask = async (name: string, revision: number): Promise<TaskVerdict | null> => {
    try {
      const sides = { base: name, next: String(revision) };
      const comparison = await compareTaskRevisions(orgId, projectId, taskId, sides);
      const { verdict } = comparison;
      if (verdict === 'compatible') return verdict;
      const breaks = verdict === 'breaking';
      const agreed = await confirm({
        title: `Give ${name} revision ${revision}?`,
        body: (
          <Suspense fallback={<TextSkeleton lines={2} />}>
            <ContractChanges comparison={comparison} />
          </Suspense>
        ),
        confirmLabel: breaks ? 'Change and break callers' : 'Change',
        ...(breaks && { danger: true, typeName: task.name }),
      });
      return agreed ? verdict : null;
    } catch (error) {
      toast.error(messageOf(error, 'task.update'));
      return null;
    }
  };

  const drop = async (name: string): Promise<boolean> => {
    try {
      await deleteTaskEnvironment(orgId, projectId, taskId, name);
      await invalidateGetTask(queryClient, orgId, projectId, taskId);
      return true;
    } catch (error) {
      toast.error(messageOf(error, 'task.update'));
      return false;
    }
  };

  const revisionOf = (name: string) =>
    task.environments.find((environment) => environment.name === name)?.revision;

  return {
    /** Makes the environment when there is none of this name. */
    async set(name: string, revision: number): Promise<void> {
      const before = revisionOf(name);
      const verdict = before === undefined ? 'compatible' : await ask(name, revision);
      if (verdict === null || !(await put(name, revision, verdict === 'breaking'))) return;
      toast.undo(`${name} gets revision ${revision}`, async () => {
        await (before === undefined ? drop(name) : put(name, before, true));
      });
    },

    async remove(name: string): Promise<void> {
      const before = revisionOf(name);
      if (before === undefined || !(await drop(name))) return;
      toast.undo(`${name} is deleted; calls that name it are refused`, async () => {
        await put(name, before, true);
      });
    },
  };
}
