import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { FormDialog } from '#console/ui/form/form-dialog.tsx';
import { TagsField } from '#console/ui/form/tags-field.tsx';
import { DirtyGuard } from '#console/ui/modal/dirty-guard.tsx';
import { useListTaskTags } from '#generated/api/task/task.ts';
import type { Task } from '#generated/model/index.ts';
import { TaskUpdate } from '#generated/model/taskUpdate.zod.ts';
import { changeTask } from '../task-mutations.ts';

/** Edits the tags of a task. */
export function TagsDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const known = useListTaskTags(task.org_id, task.project_id);
  const form = useForm(contractForm(TaskUpdate, { initialValues: { tags: task.tags } }));
  return (
    <FormDialog
      title={`Edit tags of ${task.name}`}
      label="Tags"
      submit="Save tags"
      area="task.update"
      form={form}
      always
      onSubmit={({ tags }) => changeTask(queryClient, task, { tags }, { tags })}
      onClosed={onClose}
    >
      <DirtyGuard when={typed.trim() !== ''} />
      <TagsField
        data-autofocus
        // The list opens with the first letter: it covers the buttons. Escape closes it, then the dialog.
        openOnFocus={false}
        data={known.data?.results.map(({ tag }) => tag) ?? []}
        searchValue={typed}
        onSearchChange={setTyped}
        {...form.getInputProps('tags')}
      />
    </FormDialog>
  );
}
