import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { DialogFooter } from '#console/ui/modal/dialog-footer.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { addChatCase } from '#generated/api/chat/chat.ts';
import { createDataset, useListDatasets } from '#generated/api/evaluation/evaluation.ts';
import type { ChatMessage } from '#generated/model/index.ts';
import { TaskPicker } from '../config/task-picker.tsx';

interface AddCaseDialogProps {
  message: ChatMessage;
  /** The task of the chat; null if the task has to be chosen. */
  taskId: string | null;
  onClosed: () => void;
}

const NEW = '';

/** Adds an answer and its question as a case to a dataset of a task. */
export function AddCaseDialog({ message, taskId, onClosed }: AddCaseDialogProps) {
  const { orgId, projectId } = useActiveProject();
  const [chosenTask, setTask] = useState(taskId ?? '');
  const [dataset, setDataset] = useState<string | null>(null);
  const datasets = useListDatasets(
    orgId,
    projectId,
    chosenTask,
    { page_limit: 100 },
    { query: { enabled: chosenTask !== '' } },
  );
  const known = datasets.data?.results ?? [];
  const datasetId = dataset ?? known[0]?.id ?? NEW;

  const save = async () => {
    const isDone = await attempt(async () => {
      const at = [orgId, projectId, chosenTask] as const;
      const target =
        known.find(({ id }) => id === datasetId) ??
        (await mutate(createDataset, ...at, { name: 'From chats' }));
      await mutate(addChatCase, ...at, target.id, {
        chat_id: message.chat_id,
        message_id: message.id,
      });
      toast.success(`Added to ${target.name}`);
    });
    return isDone;
  };

  return (
    <Modal onClosed={onClosed} title="Add to dataset">
      {(done) => (
        <Stack gap="md">
          <Text>
            The question becomes the case's input and the answer its expected output. Evaluations
            then check new revisions against it.
          </Text>
          {taskId === null && (
            <TaskPicker
              value={chosenTask}
              onChange={(id) => {
                setTask(id);
                setDataset(null);
              }}
              description="A task with one text variable"
            />
          )}
          <SelectField
            label="Dataset"
            disabled={chosenTask === '' || datasets.isPending}
            options={[
              ...known.map(({ id, name }) => ({ value: id, label: name })),
              { value: NEW, label: 'New dataset “From chats”' },
            ]}
            value={datasetId}
            onChange={setDataset}
          />
          <DialogFooter>
            <ActionButton
              disabled={chosenTask === '' || datasets.isPending}
              onClick={async () => (await save()) && done()}
            >
              Add to dataset
            </ActionButton>
          </DialogFooter>
        </Stack>
      )}
    </Modal>
  );
}
