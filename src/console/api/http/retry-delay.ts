const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/**
 * Milliseconds to wait before a retry: 1 s, doubling, at most 30 s.
 * @param attempt how many attempts have failed before this one, counted from 0
 */
export function retryDelay(attempt: number): number {
  return Math.min(FIRST_MS * 2 ** attempt, LONGEST_MS);
}
