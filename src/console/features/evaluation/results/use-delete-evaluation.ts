import { useQueryClient } from '@tanstack/react-query';
import { mutate } from '#console/api/query/calls.ts';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { addressOf } from '#console/modules/task/task-address.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import {
  deleteEvaluation,
  getGetEvaluationQueryKey,
  getListEvaluationsInfiniteQueryKey,
} from '#generated/api/evaluation/evaluation.ts';
import type { Evaluation, Task } from '#generated/model/index.ts';
import { isOpen } from '../labels.ts';

/** Deletes an evaluation, after asking. */
export function useDeleteEvaluation(task: Task, evaluation: Evaluation, onDeleted: () => void) {
  const { orgId, projectId, taskId } = addressOf(task);
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const { reason } = usePermission({ level: 'task', orgId, projectId, id: taskId }, 'edit');
  const place = [orgId, projectId, taskId] as const;
  const deleteIt = () =>
    confirm({
      title: 'Delete this evaluation?',
      body: `${isOpen(evaluation) ? 'It stops, and its' : 'Its'} results will be deleted for everyone. The dataset and the runs will be kept.`,
      confirmLabel: 'Delete evaluation',
      danger: true,
      action: async () => {
        await mutate(deleteEvaluation, ...place, evaluation.id);
        onDeleted();
        queryClient.removeQueries({ queryKey: getGetEvaluationQueryKey(...place, evaluation.id) });
        await queryClient.invalidateQueries({
          queryKey: getListEvaluationsInfiniteQueryKey(...place),
        });
      },
      success: 'Evaluation deleted',
    });
  return { reason, deleteIt };
}
