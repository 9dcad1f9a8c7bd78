import { useRef } from 'react';

/** Polling intervals (ms): short at first, then longer and longer. */
const PHASES: readonly [until: number, every: number][] = [
  [20_000, 1000],
  [120_000, 3000],
];
const LATER = 8000;

/**
 * The polling interval of data that is still changing.
 * @param since when it started to change (ms since 1970); null once it has settled
 * @param pages the number of requests per refetch: long lists are polled less often
 * @returns ms, or false for never
 */
export function pollDelay(since: number | null, now: number, pages = 1): number | false {
  if (since === null) return false;
  const every = PHASES.find(([until]) => now - since < until)?.[1] ?? LATER;
  return every * Math.max(1, pages);
}

/** The polling interval of something, from whether it is changing now. */
export function usePollDelay(): (isChanging: boolean, pages?: number) => number | false {
  const since = useRef<number | null>(null);
  return (isChanging, pages) => {
    const now = Date.now();
    since.current = isChanging ? (since.current ?? now) : null;
    return pollDelay(since.current, now, pages);
  };
}
