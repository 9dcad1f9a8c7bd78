import type { ReactNode } from 'react';
import classes from './segmented.module.css';

type SegmentedProps<V extends string> = {
  /** What is being chosen, for screen readers, e.g. `Show as`. */
  label: string;
  /** With an icon, the label becomes the accessible name and tooltip. */
  items: readonly { value: V; label: string; icon?: ReactNode }[];
  value: V;
  onChange: (value: V) => void;
  disabled?: boolean;
};

/** A choice of a few values, side by side. Unlike Mantine's, it does not need to measure itself. */
export function Segmented<V extends string>(props: SegmentedProps<V>) {
  const { label, items, value, onChange, disabled } = props;
  return (
    <fieldset className={classes.group} aria-label={label} disabled={disabled}>
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          className={classes.item}
          aria-pressed={item.value === value}
          aria-label={item.icon ? item.label : undefined}
          title={item.icon ? item.label : undefined}
          onClick={() => onChange(item.value)}
        >
          {item.icon ?? item.label}
        </button>
      ))}
    </fieldset>
  );
}
