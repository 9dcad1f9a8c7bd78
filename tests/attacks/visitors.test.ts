import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createVisitorLimits } from '#domain/chat/widget/visitor-limits.ts';

/** Memory in use after everything that nothing refers to has been collected. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

it('visitors from any number of networks take a bounded amount of memory', () => {
  const limits = createVisitorLimits(() => 0);
  const before = heapUsed();
  for (let i = 0; i < 300_000; i += 1) limits.message('w', `network ${i}`, 1);
  expect(heapUsed() - before).toBeLessThan(20_000_000);
  // Otherwise, nothing would refer to the counters any more.
  limits.message('w', 'network 299999', 1);
});
