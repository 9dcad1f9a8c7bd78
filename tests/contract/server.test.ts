import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectShortTransactions, type Held } from '../support/stalls/transactions.ts';
import { runReplay } from './replay/replay.ts';
import { runSuites } from './suites.ts';
import type { Target } from './target.ts';
import { startMocks, startServer } from './targets.ts';

describe('on the server', () => {
  let target: Target;
  let mocks: Target;
  const held: Held[] = [];

  beforeAll(async () => {
    [target, mocks] = await Promise.all([startServer((one) => held.push(one)), startMocks()]);
  }, 60_000);

  afterAll(() => Promise.all([target.close(), mocks.close()]));

  runSuites(() => target);
  runReplay(
    () => target,
    () => mocks,
  );

  // What writes as much as its caller asks for is tried at its limits in tests/attacks/transactions.test.ts.
  it('no transaction was long', () => expectShortTransactions(held));
});
