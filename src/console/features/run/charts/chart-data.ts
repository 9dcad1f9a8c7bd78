import type { RunFigures, RunStats } from '#generated/model/index.ts';

/** A point of every chart; null where there is no data, so that lines have gaps there. */
export interface ChartPoint extends Record<string, string | number | null> {
  at: string;
  succeeded: number;
  failed: number;
  cancelled: number;
  p50: number | null;
  p95: number | null;
  /** Dollars. */
  cost: number;
  /** Percent. */
  valid: number | null;
}

/** Converts buckets to chart points. */
export function chartPoints({ buckets, interval }: RunStats): ChartPoint[] {
  return buckets.map((bucket) => ({
    at: timeLabel(bucket.at, interval),
    succeeded: bucket.succeeded,
    failed: bucket.failed,
    cancelled: bucket.cancelled,
    p50: bucket.latency_p50,
    p95: bucket.latency_p95,
    cost: bucket.cost / 1_000_000,
    valid: validity(bucket),
  }));
}

/** Share of valid outputs in percent; null when none was validated. */
export function validity({ valid, invalid }: Pick<RunFigures, 'valid' | 'invalid'>): number | null {
  const checked = valid + invalid;
  return checked === 0 ? null : (valid / checked) * 100;
}

/** Share of finished runs that succeeded, in percent; null when none has finished. */
export function successRate(figures: RunFigures): number | null {
  const ended = figures.succeeded + figures.failed;
  return ended === 0 ? null : (figures.succeeded / ended) * 100;
}

/** Days are in UTC, as the server counts them; hours are in the reader's time zone. */
function timeLabel(at: string, interval: RunStats['interval']): string {
  const date = new Date(at);
  return interval === 'day'
    ? date.toLocaleDateString('en-GB', { month: 'short', day: 'numeric', timeZone: 'UTC' })
    : date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}
