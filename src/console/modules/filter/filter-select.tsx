import { Select, type SelectProps } from '@mantine/core';
import classes from './filters.module.css';

interface FilterSelectProps<V extends string> extends Omit<SelectProps<V>, 'className'> {
  /** Room for names rather than single words. */
  wide?: boolean;
}

/** A filter with one value or none; with a `label`, a field of a form. Its dropdown is inside the main landmark, where screen readers find it. */
export function FilterSelect<V extends string>({ wide, ...props }: FilterSelectProps<V>) {
  return (
    <Select
      {...props}
      classNames={{ option: classes.option }}
      className={props.label ? undefined : wide ? classes.task : classes.narrow}
      comboboxProps={{ portalProps: { target: 'main' } }}
      clearable={props.clearable ?? true}
    />
  );
}
