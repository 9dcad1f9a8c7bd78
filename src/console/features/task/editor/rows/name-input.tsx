import { useId, useState } from 'react';
import { PlainInput } from '#console/ui/form/plain.tsx';
import { VARIABLE_NAME_MAX } from '#core/limits.ts';
import { TASK_VALIDATION } from '#core/task/task-validation.ts';
import classes from './rows.module.css';

interface NameInputProps {
  id: string;
  value: string;
  label: string;
  /** Whether the current name is invalid; a string is shown as the error. */
  invalid: boolean | string;
  /** The id of the error's element, if it is shown elsewhere. */
  describedBy?: string | undefined;
  readOnly: boolean;
  taken: (name: string) => boolean;
  /** Called on blur or Enter with a name that is neither empty nor taken. */
  onCommit: (name: string) => void;
}

/** A name that is referenced elsewhere. It is committed when complete rather than on each key press. */
export function NameInput(props: NameInputProps) {
  const { id, value, label, invalid, describedBy, readOnly, taken, onCommit } = props;
  const noteId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? value;
  const isTaken = typed !== null && taken(typed.trim());
  const note = isTaken ? TASK_VALIDATION.variableTwice : invalid;
  const isNoted = typeof note === 'string';

  const commit = () => {
    const name = typed?.trim() ?? value;
    // An invalid name stays in the field until it is corrected; an empty one is reverted.
    if (isTaken) return;
    setTyped(null);
    if (name !== '' && name !== value) onCommit(name);
  };

  return (
    <>
      <PlainInput
        data-name={id}
        aria-label={label}
        aria-describedby={isNoted ? noteId : describedBy}
        value={shown}
        maxLength={VARIABLE_NAME_MAX}
        readOnly={readOnly}
        spellCheck={false}
        invalid={note !== false}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // Enter commits the name; it must not submit the form.
            event.preventDefault();
            commit();
          }
          if (event.key === 'Escape') setTyped(null);
        }}
      />
      {isNoted && (
        <p className={classes.note} id={noteId}>
          {note}
        </p>
      )}
    </>
  );
}
