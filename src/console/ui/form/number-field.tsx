import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

type NumberFieldProps = Omit<TextInputProps, 'type' | 'value' | 'onChange'> & {
  /** Undefined while it is empty. */
  value?: number | undefined;
  /** Receives a number between `min` and `max`, whatever is typed; undefined if the field is empty. */
  onChange: (value: number | undefined) => void;
  min: number;
  max?: number;
  /** What the arrow keys add. Whole steps only accept whole numbers. */
  step?: number;
};

/** A field for a number: the browser's own, because Mantine's weighs nine kilobytes. */
export function NumberField(props: NumberFieldProps) {
  const { value, onChange, min, max = Number.MAX_SAFE_INTEGER, step = 1, onBlur, ...rest } = props;
  // Kept until the field is left, so that a number can be typed whose first digits are too small.
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string): number | undefined => {
    const number = Number.parseFloat(text);
    if (Number.isNaN(number)) return undefined;
    return Math.min(max, Math.max(min, Number.isInteger(step) ? Math.round(number) : number));
  };
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      type="number"
      inputMode={Number.isInteger(step) ? 'numeric' : 'decimal'}
      min={min}
      max={max}
      step={step}
      value={typed ?? value ?? ''}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(read(event.currentTarget.value));
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
      // Otherwise scrolling the page would change the number.
      onWheel={(event) => event.currentTarget.blur()}
    />
  );
}
