import { TextInput, Title, Tooltip, UnstyledButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#console/api/error-message.ts';
import { fieldErrors } from '#console/api/field-errors.ts';
import { toast } from '#console/ui/toast.ts';
import { NAME_MAX } from '#core/limits.ts';
import { VALIDATION } from '#core/messages.ts';
import type { Task } from '#generated/model/index.ts';
import { renameTask } from '../task-mutations.ts';
import classes from './task-name.module.css';

interface TaskNameProps {
  task: Task;
  /** Why it cannot be renamed; null when it can. */
  locked: string | null;
}

/** The task's name, renamed where it stands. A name that is taken stays in the field with the reason. */
export function TaskName({ task, locked }: TaskNameProps) {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);

  const leave = () => {
    setTyped(null);
    setError(null);
  };
  const commit = async () => {
    if (typed === null) return;
    const name = typed.trim();
    if (name === task.name) return leave();
    if (name === '') return setError(VALIDATION.nameNeeded);
    // Shown at once; the field comes back with the reason when the server says no.
    setTyped(null);
    setError(null);
    try {
      await renameTask(queryClient, task, name);
    } catch (failure) {
      const reason = fieldErrors(failure).name;
      if (reason === undefined) {
        toast.error(messageOf(failure, 'task.update'));
        return;
      }
      setTyped(name);
      setError(reason);
    }
  };

  if (typed === null) {
    return (
      <Title order={1} className={classes.title}>
        <Tooltip label={locked ?? 'Rename'}>
          <UnstyledButton
            className={classes.name}
            aria-label={`Rename ${task.name}`}
            aria-disabled={locked !== null || undefined}
            onClick={() => locked === null && setTyped(task.name)}
          >
            {task.name}
          </UnstyledButton>
        </Tooltip>
      </Title>
    );
  }
  return (
    <Tooltip label={error} opened={error !== null} color="red" position="bottom-start">
      <TextInput
        autoFocus
        className={classes.input}
        aria-label="Task name"
        aria-describedby={error === null ? undefined : 'task-name-error'}
        value={typed}
        maxLength={NAME_MAX}
        error={error !== null}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setError(null);
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void commit();
          if (event.key === 'Escape') leave();
        }}
      />
    </Tooltip>
  );
}
