/** How often (ms) something unsettled is fetched again: often at first, then more and more rarely. */
const PHASES: readonly [until: number, every: number][] = [
  [20_000, 1000],
  [120_000, 3000],
];
const LATER = 8000;

/**
 * How long to wait before fetching again.
 * @param since when it became unsettled (ms since 1970); null when it is settled
 * @param pages requests that fetching takes: long lists are fetched more rarely
 * @returns ms, or false for never
 */
export function pollDelay(since: number | null, now: number, pages = 1): number | false {
  if (since === null) return false;
  const every = PHASES.find(([until]) => now - since < until)?.[1] ?? LATER;
  return every * Math.max(1, pages);
}
