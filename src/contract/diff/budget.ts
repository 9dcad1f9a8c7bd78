/**
 * Schemas can be composed so that what they allow takes ages to find out. Steps are counted, not time, so
 * that the same two contracts always get the same answer.
 */
let left = Number.POSITIVE_INFINITY;

/** What was asked cannot be found out in reasonable time. */
class Undecided extends Error {}

/** @throws when the steps that were given are used up */
export function spend(steps = 1): void {
  left -= steps;
  if (left < 0) throw new Undecided();
}

/** What `run` finds within so many steps, or undefined. */
export function within<T>(steps: number, run: () => T): T | undefined {
  const outer = left;
  left = Math.min(outer, steps);
  const given = left;
  try {
    return run();
  } catch (error) {
    if (error instanceof Undecided) return undefined;
    throw error;
  } finally {
    left = outer - (given - Math.max(0, left));
  }
}
