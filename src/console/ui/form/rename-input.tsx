import { useState } from 'react';
import { VALIDATION } from '#core/messages.ts';
import { useReturnFocus } from '../keyboard/use-return-focus.ts';
import { NameField } from './name-field.tsx';

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
    <NameField
      size="xs"
      label={`New name for ${name}`}
      value={typed}
      error={error}
      onChange={(value) => {
        setTyped(value);
        setError(null);
      }}
      onCommit={save}
      onLeave={onEnd}
    />
  );
}
