import { useId, useState } from 'react';
import { PlainInput } from '#console/ui/form/plain.tsx';
import { VARIABLE_NAME_MAX } from '#core/limits.ts';
import { VALIDATION } from '#core/messages.ts';
import classes from './rows.module.css';

interface NameInputProps {
  id: string;
  value: string;
  label: string;
  /** Whether the name that is kept now breaks a rule; a text says which. */
  invalid: boolean | string;
  /** The element that says which, when it is elsewhere. */
  describedBy?: string | undefined;
  readOnly: boolean;
  taken: (name: string) => boolean;
  /** Called when the field is left or Enter is pressed, with a name that is neither empty nor taken. */
  onCommit: (name: string) => void;
}

/** A name that others refer to: taken over when it is complete, not with each key. */
export function NameInput(props: NameInputProps) {
  const { id, value, label, invalid, describedBy, readOnly, taken, onCommit } = props;
  const noteId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? value;
  const isTaken = typed !== null && taken(typed.trim());
  const note = isTaken ? VALIDATION.variableTwice : invalid;
  const isNoted = typeof note === 'string';

  const commit = () => {
    const name = typed?.trim() ?? value;
    // A name that cannot be taken over stands until it is mended; an empty one goes back.
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
            // It ends the name, not the form.
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
