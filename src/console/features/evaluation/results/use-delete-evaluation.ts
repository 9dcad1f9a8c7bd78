import { useQueryClient } from '@tanstack/react-query';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { addressOf } from '#console/modules/task/task-address.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import {
  getGetEvaluationQueryKey,
  getListEvaluationsInfiniteQueryKey,
  useDeleteEvaluation as useDeletion,
} from '#generated/api/evaluation/evaluation.ts';
import type { Evaluation, Task } from '#generated/model/index.ts';
import { isOpen } from '../labels.ts';

/** Deletes an evaluation, after asking. */
export function useDeleteEvaluation(task: Task, evaluation: Evaluation, onDeleted: () => void) {
  const { orgId, projectId, taskId } = addressOf(task);
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const remove = useDeletion();
  const { reason } = usePermission({ level: 'task', orgId, projectId, id: taskId }, 'edit');
  const place = [orgId, projectId, taskId] as const;

  const deleteIt = async () => {
    const stops = isOpen(evaluation) ? 'It stops, and its' : 'Its';
    const agreed = await confirm({
      title: 'Delete this evaluation?',
      body: `${stops} results will be deleted for everyone. The dataset and the runs will be kept.`,
      confirmLabel: 'Delete evaluation',
      danger: true,
    });
    if (!agreed) return;
    await attempt(async () => {
      await remove.mutateAsync({ orgId, projectId, taskId, evaluationId: evaluation.id });
      onDeleted();
      queryClient.removeQueries({ queryKey: getGetEvaluationQueryKey(...place, evaluation.id) });
      await queryClient.invalidateQueries({
        queryKey: getListEvaluationsInfiniteQueryKey(...place),
      });
      toast.success('Evaluation deleted');
    });
  };
  return { reason, deleteIt };
}
