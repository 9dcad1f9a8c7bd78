import { Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import { PROJECT_PAGE_LIMIT } from '#console/modules/selection/page-limits.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { useListProjects } from '#generated/api/project/project.ts';
import { moveTask } from '#generated/api/task/task.ts';
import type { Task } from '#generated/model/index.ts';
import { TaskMove } from '#generated/model/taskMove.zod.ts';
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
  const [search, setSearch] = useState('');
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

  const form = useForm(
    contractForm(TaskMove, {
      initialValues: { project_id: null as string | null },
      body: ({ project_id }) => ({ project_id: project_id ?? '' }),
    }),
  );

  const move = async ({ project_id }: TaskMove) => {
    const moved = await mutate(moveTask, task.org_id, task.project_id, task.id, { project_id });
    refresh(moved);
    close();
    onMoved?.(moved);
    const name = projects.find(({ id }) => id === project_id)?.name ?? 'the project';
    const moveBack = async () => {
      const body = { project_id: task.project_id };
      const back = await mutate(moveTask, moved.org_id, moved.project_id, moved.id, body);
      refresh(moved);
      onMoved?.(back);
    };
    toast.undo(`${task.name} moved to ${name}`, () => void attempt(moveBack, 'task.update'));
  };

  return (
    <Modal opened={opened} onClose={close} onClosed={onClose} title={`Move ${task.name}`}>
      <Form form={form} label="Move task" area="task.update" onSubmit={move}>
        <Stack gap="md">
          <Select
            data-autofocus
            label="Project"
            placeholder={query.isPending ? 'Loading projects…' : 'Select a project'}
            searchable
            // The open list would cover the explanation below.
            openOnFocus={false}
            searchValue={search}
            onSearchChange={setSearch}
            nothingFoundMessage="No matching project"
            data={projects.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('project_id')}
          />
          <Text size="sm" c="dimmed">
            Its draft, revisions and evaluations move too. Past runs stay in this project. Its
            webhook is detached, and calls to the old URL return 404.
          </Text>
        </Stack>
        <SubmitBar label="Move task" always />
      </Form>
    </Modal>
  );
}
