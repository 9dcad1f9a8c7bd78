import { afterAll, beforeAll, describe } from 'vitest';
import { runSuites } from './suites.ts';
import type { Target } from './target.ts';
import { startMocks } from './targets.ts';

describe('on mocks', () => {
  let target: Target;

  beforeAll(async () => {
    target = await startMocks();
  });

  afterAll(() => target.close());

  runSuites(() => target);
});
