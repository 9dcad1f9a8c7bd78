import { Select, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#console/api/error-message.ts';
import { PROJECT_PAGE_LIMIT } from '#console/modules/selection/page-limits.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { DialogForm } from '#console/ui/modal/dialog-form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { useListProjects } from '#generated/api/project/project.ts';
import { moveTask } from '#generated/api/task/task.ts';
import type { Task } from '#generated/model/index.ts';
import { refreshTasks } from '../task-mutations.ts';

interface MoveDialogProps {
  task: Task;
  onClose: () => void;
  onMoved?: (task: Task) => void;
}

/** Moves a task to another project of the organisation. */
export function MoveDialog({ task, onClose, onMoved }: MoveDialogProps) {
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState(true);
  const [to, setTo] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const [error, setError] = useState<string | null>(null);
  const query = useListProjects(
    task.org_id,
    { page_limit: PROJECT_PAGE_LIMIT, ...(search.trim() && { q: search.trim() }) },
    { query: { placeholderData: (before) => before } },
  );
  const projects = (query.data?.results ?? []).filter(({ id }) => id !== task.project_id);
  const close = () => setOpened(false);
  const refresh = (moved: Task) => {
    void refreshTasks(queryClient, task.org_id, task.project_id);
    void refreshTasks(queryClient, task.org_id, moved.project_id);
  };

  const move = async () => {
    if (to === null) return setError('Choose a project');
    try {
      const moved = await moveTask(task.org_id, task.project_id, task.id, { project_id: to });
      refresh(moved);
      close();
      onMoved?.(moved);
      const name = projects.find(({ id }) => id === to)?.name ?? 'the project';
      const moveBack = async () => {
        const body = { project_id: task.project_id };
        const back = await moveTask(moved.org_id, moved.project_id, moved.id, body);
        refresh(moved);
        onMoved?.(back);
      };
      toast.undo(`${task.name} moved to ${name}`, () => void attempt(moveBack, 'task.update'));
    } catch (failure) {
      setError(messageOf(failure, 'task.update'));
    }
  };

  return (
    <Modal opened={opened} onClose={close} onClosed={onClose} title={`Move ${task.name}`}>
      <DialogForm label="Move task" dirty={to !== null} onSubmit={move}>
        <Select
          data-autofocus
          label="Project"
          placeholder={query.isPending ? 'Loading projects…' : 'Select a project'}
          searchable
          searchValue={search}
          onSearchChange={setSearch}
          nothingFoundMessage="No matching project"
          data={projects.map(({ id, name }) => ({ value: id, label: name }))}
          value={to}
          error={error}
          onChange={(id) => {
            setTo(id);
            setError(null);
          }}
        />
        <Text size="sm" c="dimmed">
          Its draft, revisions and evaluations move too. Past runs stay in this project. Its webhook
          is detached, and calls to the old URL return 404.
        </Text>
      </DialogForm>
    </Modal>
  );
}
