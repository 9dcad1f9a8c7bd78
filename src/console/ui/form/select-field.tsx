import type { ComponentProps, ReactNode } from 'react';
import { PlainSelect } from './plain.tsx';
import { PlainField } from './plain-field.tsx';

type SelectFieldProps = Omit<ComponentProps<typeof PlainSelect>, 'onChange' | 'id'> & {
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  onChange: (value: string) => void;
};

/** A plain select with its label. Takes the props of `form.getInputProps`. */
export function SelectField({ label, description, error, ...select }: SelectFieldProps) {
  const message = typeof error === 'string' ? error : undefined;
  return (
    <PlainField label={label} description={description} error={message}>
      {({ id, 'aria-describedby': describedBy, invalid }) => (
        <PlainSelect {...select} id={id} aria-describedby={describedBy} invalid={invalid} />
      )}
    </PlainField>
  );
}
