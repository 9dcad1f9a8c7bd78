import { Skeleton } from '@mantine/core';
import { type ComponentProps, lazy, Suspense } from 'react';
import type { OptionsInput as Loaded } from './options-input.tsx';
import classes from './rows.module.css';

const OptionsInput = lazy(() =>
  import('./options-input.tsx').then((m) => ({ default: m.OptionsInput })),
);

/** The options of a choice. The field loads when a choice is first opened. */
export function LazyOptionsInput(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={<Skeleton className={classes.wide} height={72} />}>
      <OptionsInput {...props} />
    </Suspense>
  );
}
