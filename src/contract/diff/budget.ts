/**
 * Some schemas take too long to analyse. The budget counts steps rather than time, so that the same two contracts
 * always get the same result.
 */
let left = Number.POSITIVE_INFINITY;

/** The analysis ran out of steps. */
class Undecided extends Error {}

/** @throws when the budget is used up */
export function spend(steps = 1): void {
  left -= steps;
  if (left < 0) throw new Undecided();
}

/** The result of `run` within a number of steps, or undefined. */
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
