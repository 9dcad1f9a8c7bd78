import { TextInput, Tooltip } from '@mantine/core';
import { useId } from 'react';
import { NAME_MAX } from '#core/limits.ts';
import classes from './task-name.module.css';

interface TaskNameFieldProps {
  value: string;
  /** Why the name was refused. */
  error: string | null;
  onChange: (value: string) => void;
  onCommit: () => void;
  onLeave: () => void;
}

/** The input that replaces the name while it is edited. */
export function TaskNameField({ value, error, onChange, onCommit, onLeave }: TaskNameFieldProps) {
  const errorId = useId();
  return (
    <Tooltip
      label={<span id={errorId}>{error}</span>}
      opened={error !== null}
      color="red"
      position="bottom-start"
    >
      <TextInput
        autoFocus
        className={classes.input}
        aria-label="Task name"
        aria-describedby={error === null ? undefined : errorId}
        value={value}
        maxLength={NAME_MAX}
        error={error !== null}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onCommit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // Otherwise the same key press would click the button that replaces this field.
            event.preventDefault();
            onCommit();
          }
          if (event.key === 'Escape') onLeave();
        }}
      />
    </Tooltip>
  );
}
