import type { ProblemError } from '../problem.ts';

/** How long a caller waits for a search, a preview or a page, in milliseconds. */
const PATIENCE_MS = 30_000;

/**
 * Does work while its caller waits, and gives up when that takes too long.
 * @param late what the caller is told then; otherwise the abort would be an error of ours
 * @throws ProblemError `late`; whatever the work throws before
 */
export async function inTime<T>(
  work: (signal: AbortSignal) => Promise<T>,
  late: () => ProblemError,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    return await work(signal);
  } catch (error) {
    if (signal.aborted) throw late();
    throw error;
  }
}
