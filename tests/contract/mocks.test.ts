import { afterAll, beforeAll, describe } from 'vitest';
import { tokenOf } from '#mocks/identity/tokens.ts';
import { ORG_ID, PROJECT_ID, SHARED_ORG_ID, SHARED_PROJECT_ID } from '#mocks/seed/ids.ts';
import { type ServedMocks, serveMocks } from '#mocks/serve.ts';
import { setBalance } from '#mocks/store.ts';
import { runSuites } from './suites.ts';
import type { Target, Who } from './target.ts';

describe('on mocks', () => {
  let mocks: ServedMocks;
  let target: Target;

  beforeAll(async () => {
    mocks = await serveMocks();
    target = {
      name: 'mocks',
      baseUrl: `${mocks.origin}/api/v1`,
      orgId: ORG_ID,
      projectId: PROJECT_ID,
      shared: { orgId: SHARED_ORG_ID, projectId: SHARED_PROJECT_ID },
      pricedModelId: 'openai/gpt-5-mini',
      headersOf: (who: Who): Record<string, string> =>
        who === 'anonymous' ? {} : { authorization: `Bearer ${tokenOf(mocks.store, who)}` },
      setBalance: async (balance) => setBalance(mocks.store, ORG_ID, balance),
      close: mocks.close,
    };
  });

  afterAll(() => target.close());

  runSuites(() => target);
});
