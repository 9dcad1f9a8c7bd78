import type { ComponentProps } from 'react';
import type { PlainOption } from './plain.tsx';
import classes from './segmented.module.css';

type PlainRadiosProps = Omit<ComponentProps<'div'>, 'onChange'> & {
  id: string;
  value: string;
  options: readonly PlainOption[];
  onChange: (value: string) => void;
  required?: boolean;
  invalid?: boolean;
};

/** A choice of a few values, side by side; the arrow keys select. */
export function PlainRadios(props: PlainRadiosProps) {
  const { id, value, options, onChange, required, invalid, ...rest } = props;
  return (
    <div
      {...rest}
      id={id}
      role="radiogroup"
      className={classes.group}
      aria-required={required || undefined}
      aria-invalid={invalid || undefined}
    >
      {options.map((option) => (
        <label key={option.value} className={classes.item}>
          <input
            type="radio"
            name={id}
            className="tl-sr-only"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
