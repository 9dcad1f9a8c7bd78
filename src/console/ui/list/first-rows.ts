import { useDeferredValue } from 'react';

/** More than a screen shows. */
const FIRST = 20;

/** The rows of a list: a screenful with the first render, the rest after it, without holding anything up. */
export function useFirstRows<T>(rows: readonly T[]): readonly T[] {
  const all = useDeferredValue(true, false);
  return all ? rows : rows.slice(0, FIRST);
}
