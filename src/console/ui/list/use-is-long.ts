import { useState } from 'react';

/** Fewer rows than this are all rendered, when no more are to come: they cost less than measuring them. */
export const VIRTUAL_FROM = 100;

/**
 * Whether a list is to be virtual. Decided once: rows that became virtual while more came would lose the focus, the
 * pointer and what is open in them.
 */
export function useIsLong(count: number, hasMore: boolean): boolean {
  const [isLong, setLong] = useState(false);
  if (!isLong && (hasMore || count > VIRTUAL_FROM)) setLong(true);
  return isLong;
}
