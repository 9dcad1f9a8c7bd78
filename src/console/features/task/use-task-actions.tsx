import { List } from '@mantine/core';
import '@mantine/core/styles/List.css';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { readOnce } from '#console/api/query/calls.ts';
import { paths } from '#console/modules/paths.ts';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { useGuestReason, useThingReason } from '#console/modules/permission/use-thing-reason.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { copyText } from '#console/ui/display/copy-text.ts';
import { saveText } from '#console/ui/download.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import { getGetTaskDraftQueryOptions } from '#generated/api/task/task.ts';
import type { Task } from '#generated/model/index.ts';
import { changeTask, duplicateTask, removeTask, tryRename } from './task-mutations.ts';

/** Actions on a task, shared by the list and the editor. Failures are shown as toasts. */
export function useTaskActions() {
  const { orgId, projectId } = useActiveProject();
  const create = usePermission({ level: 'project', orgId, projectId }, 'create_task');
  const edit = usePermission({ level: 'project', orgId, projectId }, 'edit');
  const remove = useThingReason('delete', edit.reason);
  const move = useGuestReason() ?? edit.reason;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const confirm = useConfirm();

  return {
    /** Why an action is disabled; null when it is allowed. A task's permissions follow its project's. */
    reasons: { create: create.reason, edit: edit.reason, remove, move },
    async duplicate(task: Task): Promise<void> {
      await attempt(async () => {
        const copy = await duplicateTask(queryClient, task);
        toast.success(`${copy.name} created`);
        navigate(paths.task(copy.project_id, copy.id));
      }, 'task.create');
    },
    async copyId(task: Task): Promise<void> {
      if (await copyText(task.id)) toast.success('Task ID copied');
    },
    /** Archives or unarchives a task; can be undone. */
    async archive(task: Task, archived: boolean): Promise<void> {
      const set = (to: boolean) => {
        const archived_at = to ? new Date().toISOString() : null;
        const change = () => changeTask(queryClient, task, { archived: to }, { archived_at });
        return attempt(change, 'task.update');
      };
      if (!(await set(archived))) return;
      toast.undo(archived ? `${task.name} archived` : `${task.name} unarchived`, () => {
        void set(!archived);
      });
    },
    /** Downloads the draft and its datasets as a file. */
    async exportFile(task: Task): Promise<void> {
      await attempt(async () => {
        const [{ writeTaskFile, taskFileName }, { readDatasets }, { definition }] =
          await Promise.all([
            import('./task-file.ts'),
            import('#console/modules/task/task-datasets.ts'),
            readOnce(getGetTaskDraftQueryOptions(task.org_id, task.project_id, task.id)),
          ]);
        const text = writeTaskFile(task, definition, await readDatasets(task));
        saveText(taskFileName(task), text, 'application/json');
      });
    },
    /** @returns whether the task was deleted */
    async remove(task: Task): Promise<boolean> {
      // The dialog opens without them, too.
      const uses = await import('./describe-uses.ts').then(
        ({ describeUses }) => describeUses(task),
        () => [],
      );
      const agreed = await confirm({
        title: `Delete ${task.name}?`,
        body: <Losses task={task} uses={uses} />,
        confirmLabel: 'Delete task',
        danger: true,
        ...(task.active_revision !== null && { typeName: task.name }),
      });
      if (!agreed) return false;
      return attempt(async () => {
        await removeTask(queryClient, task);
        toast.success(`${task.name} deleted`);
      }, 'task.delete');
    },
    /** @returns the reason why the name was refused, or null */
    rename: (task: Task, name: string) => tryRename(queryClient, task, name),
  };
}

/** What is deleted with the task, and who is affected. */
function Losses({ task, uses }: { task: Task; uses: readonly string[] }) {
  return (
    <>
      {task.active_revision === null
        ? 'Its draft and revisions will be deleted. Past runs stay in the log.'
        : 'Its draft and revisions will be deleted, and API calls to it will fail. Past runs stay in the log.'}
      {uses.length > 0 && (
        <List size="sm" mt="xs" aria-label="Used by">
          {uses.map((use) => (
            <List.Item key={use}>{use}</List.Item>
          ))}
        </List>
      )}
    </>
  );
}
