import type { ReactNode } from 'react';
import classes from './segmented.module.css';

type SegmentedProps<V extends string> = {
  /** What is chosen, for screen readers: `Show as`. */
  label: string;
  /** With an icon, the label becomes its name and tooltip. */
  items: readonly { value: V; label: string; icon?: ReactNode }[];
  value: V;
  onChange: (value: V) => void;
  disabled?: boolean;
};

/** One of a few, side by side. Needs no measuring of itself, unlike Mantine's. */
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
