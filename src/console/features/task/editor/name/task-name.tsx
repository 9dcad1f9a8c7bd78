import { Title, UnstyledButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { useTakeFocus } from '#console/ui/keyboard/use-return-focus.ts';
import { lazyOf } from '#console/ui/on-demand.tsx';
import { VALIDATION } from '#core/messages.ts';
import type { Task } from '#generated/model/index.ts';
import { tryRename } from '../../task-mutations.ts';
import classes from './task-name.module.css';

const loadField = () => import('#console/ui/form/name-field.tsx');
const NameField = lazyOf(loadField, 'NameField');

interface TaskNameProps {
  task: Task;
  /** Why it cannot be renamed; null when it can. */
  locked: string | null;
}

/** The task's name, editable in place. When a name is refused, the field reopens with the reason. */
export function TaskName({ task, locked }: TaskNameProps) {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const shown = useRef<HTMLButtonElement>(null);
  const [renamed, setRenamed] = useState(false);
  useTakeFocus(shown, renamed && typed === null);

  const leave = () => {
    setTyped(null);
    setError(null);
  };
  const commit = async () => {
    if (typed === null) return;
    const name = typed.trim();
    if (name === task.name) return leave();
    if (name === '') return setError(VALIDATION.nameNeeded);
    // Shown optimistically; the field comes back with the reason when the server refuses.
    setTyped(null);
    setError(null);
    const reason = await tryRename(queryClient, task, name);
    if (reason === null) return;
    setTyped(name);
    setError(reason);
  };

  const name = (
    <Title order={1} className={classes.title}>
      <Tooltip label={locked ?? 'Rename'}>
        <UnstyledButton
          ref={shown}
          className={classes.name}
          aria-label={`Rename ${task.name}`}
          aria-disabled={locked !== null || undefined}
          onPointerEnter={loadField}
          onClick={() => {
            if (locked !== null) return;
            setRenamed(true);
            setTyped(task.name);
          }}
        >
          {task.name}
        </UnstyledButton>
      </Tooltip>
    </Title>
  );
  if (typed === null) return name;
  return (
    <Suspense fallback={name}>
      {/* Keeps the page's heading for screen readers while the name is edited. */}
      <h1 className="tl-sr-only">{task.name}</h1>
      <NameField
        label="Task name"
        className={classes.input}
        value={typed}
        error={error}
        onChange={(value) => {
          setTyped(value);
          setError(null);
        }}
        onCommit={commit}
        onLeave={leave}
      />
    </Suspense>
  );
}
