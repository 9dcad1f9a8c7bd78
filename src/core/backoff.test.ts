import { expect, it } from 'vitest';
import { retryAt } from './backoff.ts';

const now = new Date('2026-11-22T12:00:00Z');
const after = (attempts: number, jitter?: number) => {
  const at = retryAt(now, [1000, 60_000], attempts, jitter);
  return at && at.getTime() - now.getTime();
};

it('waits longer after each attempt, and gives up after the last', () => {
  expect([1, 2, 3].map((attempts) => after(attempts))).toEqual([1000, 60_000, undefined]);
});

it('adds no more jitter than specified', () => {
  const waits = Array.from({ length: 100 }, () => after(1, 0.1) ?? 0);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(1100);
  expect(new Set(waits).size).toBeGreaterThan(1);
});
