import { expect, it } from 'vitest';
import { highlightsOf } from './highlights.ts';

it('finds the words of a question, also within others, but not the shortest', () => {
  const found = highlightsOf('Trains are booked. A train is late.', 'Is a TRAIN booked?');
  expect(found).toEqual([
    { start: 0, end: 5 },
    { start: 11, end: 17 },
    { start: 21, end: 26 },
  ]);
});

it('takes little time for a question of a thousand words and fifty long passages', () => {
  const query = Array.from({ length: 1000 }, (_, n) => `q${n}`).join(' ');
  const text = 'qx '.repeat(40_000);
  const before = process.threadCpuUsage();
  for (let n = 0; n < 50; n += 1) highlightsOf(text, query);
  const { user, system } = process.threadCpuUsage(before);
  // In milliseconds of CPU time; without limits, it takes seconds.
  expect((user + system) / 1000).toBeLessThan(250);
});
