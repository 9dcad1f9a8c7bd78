import type { Run } from '#generated/model/index.ts';

/** How a run was better than the others. */
export interface Wins {
  fastest: boolean;
  cheapest: boolean;
}

/**
 * Compares runs once all have finished. Only runs with valid output count, and at least two must differ: a single valid
 * run isn't "fastest".
 */
export function winnersOf(runs: readonly (Run | undefined)[]): Wins[] {
  const validRun = (run: Run | undefined) =>
    run?.status === 'succeeded' && run.output_valid !== false ? run : undefined;
  const least = (value: (run: Run) => number | null) => {
    const values = runs.map((run) => {
      const one = validRun(run);
      return one ? (value(one) ?? Number.NaN) : Number.NaN;
    });
    const known = values.filter((one) => !Number.isNaN(one));
    const best = Math.min(...known);
    return values.map((one) => one === best && known.some((other) => other > best));
  };
  const fastest = least((run) => run.latency_ms);
  const cheapest = least((run) => run.usage.cost);
  return runs.map((_, at) => ({
    fastest: fastest[at] ?? false,
    cheapest: cheapest[at] ?? false,
  }));
}
