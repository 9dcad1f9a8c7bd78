import { useState } from 'react';

/** Shorter lists are rendered in full when complete: that costs less than measuring rows. */
export const VIRTUAL_FROM = 100;

/**
 * Whether a list is virtual. Decided once: rows that became virtual as more arrived would lose focus, hover
 * and open menus.
 */
export function useIsLong(count: number, hasMore: boolean): boolean {
  const [isLong, setLong] = useState(false);
  if (!isLong && (hasMore || count > VIRTUAL_FROM)) setLong(true);
  return isLong;
}
