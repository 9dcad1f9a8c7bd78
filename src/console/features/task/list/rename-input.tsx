import { TextInput, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { useReturnFocus } from '#console/ui/keyboard/use-return-focus.ts';
import { NAME_MAX } from '#core/limits.ts';
import { VALIDATION } from '#core/messages.ts';

interface RenameInputProps {
  name: string;
  /** Resolves with the reason why the name was refused, or null. */
  onSave: (name: string) => Promise<string | null>;
  onEnd: () => void;
}

/** Renames an item in place within a list. */
export function RenameInput({ name, onSave, onEnd }: RenameInputProps) {
  useReturnFocus();
  const [typed, setTyped] = useState(name);
  const [error, setError] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);

  const save = async () => {
    const wanted = typed.trim();
    if (saving) return;
    if (wanted === name) {
      onEnd();
      return;
    }
    if (wanted === '') {
      setError(VALIDATION.nameNeeded);
      return;
    }
    setSaving(true);
    const reason = await onSave(wanted);
    setSaving(false);
    setError(reason);
    if (reason === null) onEnd();
  };

  return (
    <Tooltip label={error} opened={error !== null} color="red" position="bottom-start">
      <TextInput
        autoFocus
        size="xs"
        aria-label={`New name for ${name}`}
        value={typed}
        maxLength={NAME_MAX}
        error={error !== null}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setError(null);
        }}
        onBlur={() => (error === null ? void save() : onEnd())}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Enter') void save();
          if (event.key === 'Escape') onEnd();
        }}
      />
    </Tooltip>
  );
}
