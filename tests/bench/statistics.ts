/** The percentile of the samples; `part` is between 0 and 1. */
export function percentile(samples: number[], part: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.floor(sorted.length * part));
  return sorted[index] ?? Number.NaN;
}

export const median = (samples: number[]): number => percentile(samples, 0.5);

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits));
