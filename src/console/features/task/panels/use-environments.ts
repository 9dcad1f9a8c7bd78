import { useQueryClient } from '@tanstack/react-query';
import { isApiError } from '#console/api/api-error.ts';
import { messageOf } from '#console/api/error-message.ts';
import { useConfirm } from '#console/ui/confirm.tsx';
import { toast } from '#console/ui/toast.ts';
import {
  deleteTaskEnvironment,
  getGetTaskQueryKey,
  invalidateGetTask,
  replaceTaskEnvironment,
} from '#generated/api/task/task.ts';
import type { Task } from '#generated/model/index.ts';

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
      const changes = isApiError(error, 409) ? error.problem?.changes : undefined;
      if (!changes || confirmed) {
        toast.error(messageOf(error, 'task.update'));
        return false;
      }
      const breaks = changes.filter(({ level }) => level === 'breaking');
      const agreed = await confirm({
        title: `Give ${name} revision ${revision}?`,
        body: `It breaks those who call ${name}: ${breaks.map(({ message }) => message).join('; ')}.`,
        confirmLabel: 'Change and break callers',
        danger: true,
        typeName: task.name,
      });
      return agreed ? put(name, revision, true) : false;
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
      if (!(await put(name, revision, false))) return;
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
