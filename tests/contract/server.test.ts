import { afterAll, beforeAll, describe } from 'vitest';
import { runReplay } from './replay/replay.ts';
import { runSuites } from './suites.ts';
import type { Target } from './target.ts';
import { startMocks, startServer } from './targets.ts';

describe('on the server', () => {
  let target: Target;
  let mocks: Target;

  beforeAll(async () => {
    [target, mocks] = await Promise.all([startServer(), startMocks()]);
  }, 60_000);

  afterAll(() => Promise.all([target.close(), mocks.close()]));

  runSuites(() => target);
  runReplay(
    () => target,
    () => mocks,
  );
});
