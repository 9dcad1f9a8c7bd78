import type { ComponentProps, ReactNode } from 'react';
import { Tooltip } from '../display/tooltip.tsx';
import classes from './plain.module.css';

/**
 * Native controls in the console's look, for long lists. A hundred rows of them render instantly, whereas
 * Mantine's take milliseconds each. On phones, a select opens the system's picker.
 */

interface Invalid {
  invalid?: boolean | undefined;
}

function join(...names: (string | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

export function PlainInput({ invalid, className, ...props }: ComponentProps<'input'> & Invalid) {
  return (
    <input
      autoComplete="off"
      {...props}
      className={join(classes.control, className)}
      aria-invalid={invalid || undefined}
    />
  );
}

type PlainTextareaProps = ComponentProps<'textarea'> & Invalid & { minRows?: number };

/** Grows with its text, up to twelve lines. */
export function PlainTextarea({ invalid, className, minRows = 1, ...props }: PlainTextareaProps) {
  return (
    <textarea
      {...props}
      rows={minRows}
      className={join(classes.control, classes.textarea, className)}
      style={{ ['--min-rows' as string]: minRows }}
      aria-invalid={invalid || undefined}
    />
  );
}

export interface PlainOption {
  value: string;
  label: string;
  disabled?: boolean | undefined;
}

/** Options under a heading. */
interface PlainGroup {
  label: string;
  options: readonly PlainOption[];
}

type PlainSelectProps = Omit<ComponentProps<'select'>, 'onChange'> &
  Invalid & { options: readonly (PlainOption | PlainGroup)[]; onChange: (value: string) => void };

export function PlainSelect(props: PlainSelectProps) {
  const { invalid, className, options, onChange, ...rest } = props;
  return (
    <select
      {...rest}
      className={join(classes.control, classes.select, className)}
      aria-invalid={invalid || undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {options.map((each) =>
        'options' in each ? (
          <optgroup key={each.label} label={each.label}>
            {each.options.map(option)}
          </optgroup>
        ) : (
          option(each)
        ),
      )}
    </select>
  );
}

function option({ value, label, disabled }: PlainOption) {
  return (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  );
}

type PlainCheckboxProps = Omit<ComponentProps<'input'>, 'onChange' | 'type'> & {
  label: string;
  onChange: (checked: boolean) => void;
};

export function PlainCheckbox({ label, className, onChange, ...props }: PlainCheckboxProps) {
  return (
    <label className={join(classes.check, className)}>
      <input
        {...props}
        type="checkbox"
        className={classes.box}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}

type PlainIconButtonProps = ComponentProps<'button'> & {
  /** The button's name. */
  label: string;
  /** The tooltip; the name by default. */
  tip?: ReactNode;
};

/** An icon-only button with a tooltip, for long lists. Elsewhere, use `IconButton`. */
export function PlainIconButton({ label, tip = label, className, ...props }: PlainIconButtonProps) {
  return (
    <Tooltip label={tip}>
      <button
        type="button"
        {...props}
        aria-label={label}
        className={join(classes.button, className)}
      />
    </Tooltip>
  );
}
