import { useDeferredValue } from 'react';

/** More than fits on a screen. */
const FIRST = 20;

/** Renders a screenful of rows first and the rest afterwards, without blocking. */
export function useFirstRows<T>(rows: readonly T[]): readonly T[] {
  const all = useDeferredValue(true, false);
  return all ? rows : rows.slice(0, FIRST);
}
