import { Input } from '@mantine/core';
import { type CSSProperties, useId, useState } from 'react';
import classes from './code-input.module.css';

type CodeInputProps = {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  /** Called once when the last digit is entered, typed or pasted. */
  onComplete?: (value: string) => void;
  length?: number;
  error?: string | null;
  disabled?: boolean;
};

/**
 * A one-time code: a single field drawn as boxes. Accepts a code pasted with spaces or dashes, and system
 * autofill from a message.
 */
export function CodeInput(props: CodeInputProps) {
  const { label, name, value, onChange, onComplete, length = 6, error, disabled } = props;
  const id = useId();
  const [completed, setCompleted] = useState<string | null>(null);

  const change = (text: string) => {
    const next = text.replace(/\D/g, '').slice(0, length);
    onChange(next);
    if (next.length < length) setCompleted(null);
    else if (next !== completed) {
      setCompleted(next);
      onComplete?.(next);
    }
  };

  const slots = Array.from({ length }, (_, index) => index);
  return (
    <Input.Wrapper label={label} error={error} id={id} errorProps={{ id: `${id}-error` }}>
      <div className={classes.root} style={{ '--slots': length } as CSSProperties}>
        <input
          id={id}
          name={name}
          className={classes.input}
          value={value}
          onChange={(event) => change(event.currentTarget.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          disabled={disabled}
        />
        {slots.map((slot) => (
          <div
            key={slot}
            className={classes.slot}
            data-current={slot === Math.min(value.length, length - 1) || undefined}
            aria-hidden
          >
            {value[slot]}
          </div>
        ))}
      </div>
    </Input.Wrapper>
  );
}
