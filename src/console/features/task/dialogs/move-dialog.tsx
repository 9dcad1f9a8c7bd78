import { useQueryClient } from '@tanstack/react-query';
import { mutate } from '#console/api/query/calls.ts';
import { MoveDialog } from '#console/modules/selection/move-dialog.tsx';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { moveTask } from '#generated/api/task/task.ts';
import type { Task } from '#generated/model/index.ts';
import { refreshTasks } from '../task-mutations.ts';

interface MoveTaskProps {
  task: Task;
  onClose: () => void;
  onMoved?: (task: Task) => void;
}

/** Moves a task to another project, which can be undone. */
export function MoveTask({ task, onClose, onMoved }: MoveTaskProps) {
  const queryClient = useQueryClient();
  const moveTo = async (from: Task, project_id: string) => {
    const moved = await mutate(moveTask, from.org_id, from.project_id, from.id, { project_id });
    for (const { project_id: place } of [from, moved])
      void refreshTasks(queryClient, from.org_id, place);
    onMoved?.(moved);
    return moved;
  };
  return (
    <MoveDialog
      what="task"
      orgId={task.org_id}
      thing={task}
      onClosed={onClose}
      onMove={async ({ project_id, projectName }) => {
        const moved = await moveTo(task, project_id);
        toast.undo(`${task.name} moved to ${projectName}`, () => {
          void attempt(() => moveTo(moved, task.project_id), 'task.update');
        });
      }}
    >
      Its draft, revisions and evaluations move too. Past runs stay in this project. Its webhook is
      detached, and calls to the old URL return 404.
    </MoveDialog>
  );
}
