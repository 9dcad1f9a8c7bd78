import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { FormDialog } from '#console/ui/form/form-dialog.tsx';
import { FoundSelect } from '#console/ui/form/found-select.tsx';
import { useListProjects } from '#generated/api/project/project.ts';
import type { Task } from '#generated/model/index.ts';
import { TaskMove } from '#generated/model/taskMove.zod.ts';
import { PROJECT_PAGE_LIMIT } from './page-limits.ts';

interface MoveDialogProps {
  what: 'task' | 'collection';
  orgId: string;
  thing: Pick<Task, 'name' | 'project_id'>;
  /** Explains the consequences. */
  children: ReactNode;
  onMove: (to: { project_id: string; projectName: string }) => Promise<unknown>;
  onMoved?: (() => void) | undefined;
  onClosed: () => void;
}

/** Moves something to another project of the organisation. */
export function MoveDialog(props: MoveDialogProps) {
  const { what, orgId, thing, children, onMove, onMoved, onClosed } = props;
  const [search, setSearch] = useState('');
  const query = useListProjects(
    orgId,
    { page_limit: PROJECT_PAGE_LIMIT, ...(search.trim() && { q: search.trim() }) },
    { query: { placeholderData: (before) => before } },
  );
  const projects = (query.data?.results ?? []).filter(({ id }) => id !== thing.project_id);
  const form = useForm(
    contractForm(TaskMove, {
      initialValues: { project_id: null as string | null },
      body: ({ project_id }) => ({ project_id: project_id ?? '' }),
    }),
  );
  const move = ({ project_id }: TaskMove) => {
    const projectName = projects.find(({ id }) => id === project_id)?.name ?? 'the project';
    return onMove({ project_id, projectName });
  };
  return (
    <FormDialog
      title={`Move ${thing.name}`}
      label={`Move ${what}`}
      submit={`Move ${what}`}
      area={what === 'task' ? 'task.update' : undefined}
      form={form}
      always
      onClosed={onClosed}
      onSubmit={move}
      onSaved={onMoved}
    >
      <FoundSelect
        noun="project"
        query={query}
        options={projects}
        search={search}
        onSearch={setSearch}
        {...form.getInputProps('project_id')}
      />
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </FormDialog>
  );
}
