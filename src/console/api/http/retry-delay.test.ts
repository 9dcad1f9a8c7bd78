import { expect, it } from 'vitest';
import { retryDelay } from './retry-delay.ts';

it('waits 1 s before the first retry, doubling up to 30 s', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 50].map(retryDelay)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ]);
});
