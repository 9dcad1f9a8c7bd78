import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './segmented.module.css';

type SegmentedProps<V extends string> = Omit<ComponentProps<'div'>, 'onChange'> & {
  /** What is being chosen, for screen readers, e.g. `Show as`. In a `PlainField`, the field has the label. */
  label?: string;
  /** With an icon, the label becomes the accessible name and tooltip. */
  items: readonly { value: V; label: string; icon?: ReactNode; disabled?: boolean }[];
  value?: V | null;
  onChange: (value: V) => void;
  disabled?: boolean;
  required?: boolean;
  invalid?: boolean;
  size?: 'xs';
  /** Takes the width of its container. */
  fullWidth?: boolean;
  /** Takes focus when its dialog opens. */
  'data-autofocus'?: boolean;
};

/**
 * A choice of a few values, side by side; the arrow keys select. Not Mantine's SegmentedControl, which measures its
 * items after every render to place its indicator, and would add 2.5 kB (brotli) to the first screen.
 */
export function Segmented<V extends string>(props: SegmentedProps<V>) {
  const { label, items, value, onChange, disabled, required, invalid, ...shape } = props;
  const { size, fullWidth, 'data-autofocus': autofocus, ...rest } = shape;
  const name = useId();
  return (
    <div
      {...rest}
      role="radiogroup"
      className={classes.group}
      aria-label={label}
      aria-required={required || undefined}
      aria-invalid={invalid || undefined}
      data-size={size}
      data-full={fullWidth || undefined}
    >
      {items.map((item) => (
        <label key={item.value} className={classes.item} title={item.icon ? item.label : undefined}>
          <input
            type="radio"
            name={name}
            aria-label={item.icon ? item.label : undefined}
            checked={item.value === value}
            data-autofocus={(autofocus && item.value === value) || undefined}
            disabled={disabled || item.disabled}
            onChange={() => onChange(item.value)}
          />
          {item.icon ?? item.label}
        </label>
      ))}
    </div>
  );
}
