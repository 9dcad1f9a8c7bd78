import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { NAME_MAX } from '#core/limits.ts';
import { Bubble } from '../display/tooltip.tsx';

interface NameFieldProps {
  label: string;
  value: string;
  /** Why the name was refused; shown in a bubble, since a row or heading has no room for it. */
  error: string | null;
  size?: 'xs';
  className?: string;
  onChange: (value: string) => void;
  /** Enter was pressed, or the field was left with a name that was not refused. */
  onCommit: () => void;
  /** Escape was pressed, or the field was left with a refused name. */
  onLeave: () => void;
}

/** The input that replaces a name while it is edited in place. */
export function NameField(props: NameFieldProps) {
  const { label, value, error, size, className, onChange, onCommit, onLeave } = props;
  const errorId = useId();
  const [field, setField] = useState<HTMLInputElement | null>(null);
  return (
    <>
      <TextInput
        ref={setField}
        autoFocus
        size={size}
        className={className}
        aria-label={label}
        aria-describedby={error === null ? undefined : errorId}
        value={value}
        maxLength={NAME_MAX}
        error={error !== null}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={error === null ? onCommit : onLeave}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          // Otherwise the same key press would click the button that replaces this field, or open its row.
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Enter') onCommit();
          else onLeave();
        }}
      />
      {error !== null && field && (
        <Bubble id={errorId} anchor={field} position="bottom" tone="danger">
          {error}
        </Bubble>
      )}
    </>
  );
}
