import { TagsInput } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#console/api/error-message.ts';
import { DialogForm } from '#console/ui/modal/dialog-form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { toTags } from '#core/task/tags.ts';
import { useListTaskTags } from '#generated/api/task/task.ts';
import type { Task } from '#generated/model/index.ts';
import { changeTask } from '../task-mutations.ts';

const TAG_MAX = 40;
const TAGS_MAX = 20;

/** Edits the tags of a task. */
export function TagsDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState(true);
  const [tags, setTags] = useState(task.tags);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const known = useListTaskTags(task.org_id, task.project_id);
  const close = () => setOpened(false);

  const save = async () => {
    try {
      await changeTask(queryClient, task, { tags }, { tags });
      close();
    } catch (failure) {
      setError(messageOf(failure, 'task.update'));
    }
  };

  return (
    <Modal opened={opened} onClose={close} onClosed={onClose} title={`Edit tags of ${task.name}`}>
      <DialogForm label="Save tags" dirty={tags.join() !== task.tags.join()} onSubmit={save}>
        <TagsInput
          data-autofocus
          label="Tags"
          description="Press Enter to add"
          // Open the list only after typing starts: it covers the buttons.
          dropdownOpened={typed !== ''}
          data={known.data?.results.map(({ tag }) => tag) ?? []}
          searchValue={typed}
          onSearchChange={setTyped}
          value={tags}
          maxTags={TAGS_MAX}
          error={error}
          onChange={(given) => setTags(toTags(given.map((tag) => tag.slice(0, TAG_MAX))))}
        />
      </DialogForm>
    </Modal>
  );
}
