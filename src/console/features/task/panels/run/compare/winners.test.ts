import { describe, expect, it } from 'vitest';
import { fakeRun } from '#console/modules/run/testing.ts';
import { winnersOf } from './winners.ts';

const run = (latency_ms: number, cost: number | null, change = {}) =>
  fakeRun({ latency_ms, usage: { input_tokens: 1, output_tokens: 1, cost }, ...change });

describe('the best run', () => {
  it('is the fastest and the cheapest of those with valid output', () => {
    const wins = winnersOf([
      run(900, 10),
      run(400, 30),
      run(100, 1, { status: 'failed', output_valid: null }),
      run(50, 1, { output_valid: false }),
    ]);
    expect(wins).toEqual([
      { fastest: false, cheapest: true },
      { fastest: true, cheapest: false },
      { fastest: false, cheapest: false },
      { fastest: false, cheapest: false },
    ]);
  });

  it('is none when there is nothing to compare', () => {
    const none = { fastest: false, cheapest: false };
    expect(winnersOf([run(1, 1), undefined])).toEqual([none, none]);
    expect(winnersOf([run(5, 5), run(5, 5)])).toEqual([none, none]);
    expect(winnersOf([run(5, null), run(6, null)])).toEqual([{ ...none, fastest: true }, none]);
  });
});
