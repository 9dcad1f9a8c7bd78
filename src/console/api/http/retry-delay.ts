const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/**
 * Milliseconds to wait before a retry: 1 s, doubling, at most 30 s.
 * @param attempt the number of failed attempts before this one
 */
export function retryDelay(attempt: number): number {
  return Math.min(FIRST_MS * 2 ** attempt, LONGEST_MS);
}
