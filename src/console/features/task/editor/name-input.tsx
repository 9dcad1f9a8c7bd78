import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { VARIABLE_NAME_MAX } from '#core/limits.ts';
import { VALIDATION } from '#core/messages.ts';

interface NameInputProps {
  id: string;
  value: string;
  label: string;
  /** Whether the name that is kept now breaks a rule, or which. */
  invalid: boolean | string;
  readOnly: boolean;
  taken: (name: string) => boolean;
  /** Called when the field is left or Enter is pressed, with a name that is neither empty nor taken. */
  onCommit: (name: string) => void;
}

/** A name that others refer to: taken over when it is complete, not with each key. */
export function NameInput(props: NameInputProps) {
  const { id, value, label, invalid, readOnly, taken, onCommit } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? value;
  const isTaken = typed !== null && taken(typed.trim());

  const commit = () => {
    const name = typed?.trim() ?? value;
    // A name that cannot be taken over stands until it is mended; an empty one goes back.
    if (isTaken) return;
    setTyped(null);
    if (name !== '' && name !== value) onCommit(name);
  };

  return (
    <TextInput
      data-name={id}
      aria-label={label}
      value={shown}
      maxLength={VARIABLE_NAME_MAX}
      readOnly={readOnly}
      spellCheck={false}
      autoComplete="off"
      error={isTaken ? VALIDATION.variableTwice : invalid}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          // It ends the name, not the form.
          event.preventDefault();
          commit();
        }
        if (event.key === 'Escape') setTyped(null);
      }}
    />
  );
}
