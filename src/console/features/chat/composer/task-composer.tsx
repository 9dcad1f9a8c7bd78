import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { isApiError } from '#console/api/api-error.ts';
import { messageOf } from '#console/api/error-message.ts';
import {
  firstTexts,
  type InputTexts,
  inputErrors,
  readInputs,
} from '#console/modules/run/inputs/input-values.ts';
import { InputsForm } from '#console/modules/run/inputs/inputs-form.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { submits } from '#console/ui/form/submits.ts';
import { useGetTaskRevision } from '#generated/api/revision/revision.ts';
import { useGetTask } from '#generated/api/task/task.ts';
import type { RunInputs, TaskVariable } from '#generated/model/index.ts';
import classes from './composer.module.css';
import { loadDraft, saveDraft } from './draft.ts';

interface TaskComposerProps {
  chatId: string;
  taskId: string;
  reason: string | null;
  /** @throws ApiError when the inputs are refused */
  onSend: (inputs: RunInputs) => Promise<void>;
  onStop?: (() => void) | undefined;
  /** What the chat talks to. */
  chip: ReactNode;
}

/** The form of a task's variables, in place of a text. */
export function TaskComposer({ taskId, ...props }: TaskComposerProps) {
  const { at } = useActiveProject();
  const task = useGetTask(...at, taskId);
  const number = task.data?.active_revision ?? null;
  const revision = useGetTaskRevision(...at, taskId, number ?? 0, {
    query: { enabled: number !== null },
  });
  const error = task.error ?? revision.error;
  if (error) return <ErrorState error={error} onRetry={() => task.refetch()} />;
  if (task.data && number === null) {
    return (
      <p className={classes.hint}>
        {task.data.name} has no active revision. Save one in the editor to chat with it.
      </p>
    );
  }
  if (!revision.data) return <TextSkeleton lines={3} />;
  return <TaskForm key={number} variables={revision.data.definition.variables} {...props} />;
}

interface TaskFormProps extends Omit<TaskComposerProps, 'taskId'> {
  variables: readonly TaskVariable[];
}

/** By hand: the task's variables are its schema. */
function TaskForm({ variables, chatId, reason, onSend, onStop, chip }: TaskFormProps) {
  const [typed, setTyped] = useState<InputTexts>(() => storedInputs(chatId));
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [isAttempted, setAttempted] = useState(false);
  const [isSending, setSending] = useState(false);
  const texts = useMemo(() => firstTexts(variables, typed), [variables, typed]);
  const read = useMemo(() => readInputs(variables, texts), [variables, texts]);
  const errors = isAttempted ? { ...refused, ...read.errors } : refused;

  const send = async () => {
    if (isSending || onStop || reason !== null) return;
    if (Object.keys(read.errors).length > 0) {
      setAttempted(true);
      return;
    }
    setSending(true);
    setAttempted(false);
    setRefused({});
    try {
      await onSend(read.inputs);
    } catch (error) {
      const found = isApiError(error) ? inputErrors(error.problem?.errors ?? []) : {};
      setRefused(found);
      if (Object.keys(found).length === 0) toast.error(messageOf(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <form
      className={classes.task}
      aria-label="Inputs"
      onSubmit={submits(send)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
        event.preventDefault();
        void send();
      }}
    >
      <div className={classes.inputs}>
        <InputsForm
          variables={variables}
          texts={texts}
          errors={errors}
          onChange={(name, text) => {
            const next = { ...typed, [name]: text };
            setTyped(next);
            saveDraft(chatId, JSON.stringify(next));
            setRefused(({ [name]: _gone, ...rest }) => rest);
          }}
          onLeave={() => undefined}
        />
      </div>
      <div className={classes.taskBar}>
        {chip}
        <span className={classes.space} />
        {onStop ? (
          <Button onClick={onStop}>Stop</Button>
        ) : (
          <Button type="submit" loading={isSending} disabled={reason !== null}>
            Run
          </Button>
        )}
      </div>
    </form>
  );
}

/** The inputs typed last in this chat. */
function storedInputs(chatId: string): InputTexts {
  try {
    const stored: unknown = JSON.parse(loadDraft(chatId) || '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter((entry) => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}
