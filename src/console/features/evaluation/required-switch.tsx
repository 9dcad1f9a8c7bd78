import { Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { addressOf } from '#console/modules/task/task-address.ts';
import { getGetTaskQueryKey, useUpdateTask } from '#generated/api/task/task.ts';
import type { Task } from '#generated/model/index.ts';

/** Whether revisions must be evaluated before they can be activated. */
export function RequiredSwitch({ task }: { task: Task }) {
  const { orgId, projectId, taskId } = addressOf(task);
  const queryClient = useQueryClient();
  const edit = usePermission({ level: 'task', orgId, projectId, id: taskId }, 'edit');
  const key = getGetTaskQueryKey(orgId, projectId, taskId);
  const update = useUpdateTask({
    mutation: {
      meta: { area: 'task.update' },
      onSuccess: (changed) => queryClient.setQueryData(key, changed),
    },
  });
  const shown = update.isPending
    ? update.variables.data.evaluation_required
    : task.evaluation_required;
  return (
    <Switch
      label="Evaluate before activation"
      description="Block activation unless the latest evaluation against the active revision shows no regressions. Rollbacks are exempt."
      checked={shown ?? false}
      disabled={!edit.allowed}
      title={edit.reason ?? undefined}
      onChange={({ currentTarget: { checked } }) =>
        update.mutate({ orgId, projectId, taskId, data: { evaluation_required: checked } })
      }
    />
  );
}
