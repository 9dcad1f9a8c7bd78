import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOf, formatBalance, formatExact, formatMicros, isFree, sumCosts } from './money.ts';

describe('formatMicros', () => {
  it.each([
    [4_987_000, '$4.987'],
    [5_000_000, '$5.00'],
    [4_987_123, '$4.987'],
    [13_000, '$0.013'],
    [1_300, '$0.0013'],
    [999_960, '$1.00'],
    [100, '$0.0001'],
    [99, '<$0.0001'],
    [1, '<$0.0001'],
    [0, '$0.00'],
    [-500_000, '-$0.50'],
    [-50, '>-$0.0001'],
    [99_987_000, '$99.987'],
    [1_234_500_000, '$1,234.50'],
    [1_399_762_000, '$1,399.76'],
    [null, 'unknown'],
  ])('%s → %s', (micros, text) => {
    expect(formatMicros(micros)).toBe(text);
  });
});

it.each([
  [42, '$0.000042'],
  [-1_300, '-$0.001300'],
  [5_000_000, '$5.00'],
  [0, '$0.00'],
  [-1_234_567_890, '-$1,234.567890'],
])('%s is exactly %s', (micros, text) => {
  expect(formatExact(micros)).toBe(text);
});

it.each([
  [1_234_567_899_999, '$1,234,567.89'],
  [4_998_254, '$4.99'],
  [9_999, '<$0.01'],
  [0, '$0.00'],
  [-1_234_500_000, '-$1,234.50'],
])('a balance of %s is shown as %s', (micros, text) => {
  expect(formatBalance(micros)).toBe(text);
});

describe('costOf', () => {
  it('multiplies by the price per million tokens and rounds up', () => {
    const prices = { input_price: 250_000, output_price: 2_000_000 };
    expect(costOf({ input_tokens: 42, output_tokens: 7 }, prices)).toBe(25);
    expect(costOf({ input_tokens: 1, output_tokens: 0 }, prices)).toBe(1);
    expect(costOf({ input_tokens: 0, output_tokens: 0 }, prices)).toBe(0);
  });

  it('is unknown when a price is unknown', () => {
    const usage = { input_tokens: 1, output_tokens: 1 };
    expect(costOf(usage, { input_price: null, output_price: 1 })).toBeNull();
    expect(costOf(usage, { input_price: 1, output_price: null })).toBeNull();
  });

  it('is a whole number that never falls as tokens are added', () => {
    const count = fc.nat(10_000_000);
    fc.assert(
      fc.property(count, count, count, count, (input, output, input_price, output_price) => {
        const prices = { input_price, output_price };
        const cost = costOf({ input_tokens: input, output_tokens: output }, prices) ?? -1;
        const more = costOf({ input_tokens: input + 1, output_tokens: output }, prices) ?? -1;
        expect(Number.isSafeInteger(cost)).toBe(true);
        expect(more).toBeGreaterThanOrEqual(cost);
      }),
    );
  });
});

it('counts as free only what is known to cost nothing', () => {
  expect(isFree({ input_price: 0, output_price: 0 })).toBe(true);
  expect(isFree({ input_price: 0, output_price: 1 })).toBe(false);
  expect(isFree({ input_price: null, output_price: null })).toBe(false);
});

it('adds up costs, without guessing unknown ones', () => {
  expect(sumCosts([1, 2, 3])).toBe(6);
  expect(sumCosts([])).toBe(0);
  expect(sumCosts([1, null])).toBeNull();
});
