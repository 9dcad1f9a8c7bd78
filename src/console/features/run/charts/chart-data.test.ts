import { describe, expect, it } from 'vitest';
import { percent } from '#console/ui/display/percent.ts';
import type { RunStats } from '#generated/model/index.ts';
import { chartPoints, successRate, validity } from './chart-data.ts';

const figures = {
  runs: 5,
  succeeded: 3,
  failed: 1,
  cancelled: 1,
  valid: 2,
  invalid: 1,
  cost: 1_500_000,
  unpriced_runs: 0,
  input_tokens: 1,
  output_tokens: 1,
  latency_p50: 10,
  latency_p95: 20,
  latency_p99: 30,
};

describe('chart data', () => {
  it('computes rates of validated outputs, or null when there are none', () => {
    expect(validity({ valid: 2, invalid: 1 })).toBeCloseTo(66.67);
    expect(validity({ valid: 0, invalid: 0 })).toBeNull();
    expect(successRate(figures)).toBe(75);
    expect(successRate({ ...figures, succeeded: 0, failed: 0 })).toBeNull();
  });

  it('never rounds up to 100%', () => {
    expect([percent(100), percent(99.96), percent(66.666), percent(null)]).toEqual([
      '100%',
      '99.9%',
      '66.7%',
      '–',
    ]);
  });

  it('labels days in UTC, as the server counts them', () => {
    const stats = { interval: 'day', buckets: [{ at: '2026-11-20T00:00:00Z', ...figures }] };
    expect(chartPoints(stats as RunStats)).toEqual([
      {
        at: '20 Nov',
        succeeded: 3,
        failed: 1,
        cancelled: 1,
        p50: 10,
        p95: 20,
        cost: 1.5,
        valid: expect.any(Number),
      },
    ]);
  });
});
