import { afterAll, beforeAll, describe } from 'vitest';
import { tokenOf } from '#mocks/identity/tokens.ts';
import { ORG_ID, PROJECT_ID, SHARED_ORG_ID, SHARED_PROJECT_ID } from '#mocks/seed/ids.ts';
import { type ServedMocks, serveMocks } from '#mocks/serve.ts';
import { setBalance } from '#mocks/store.ts';
import { accessSuite } from './suite/access-suite.ts';
import { assistSuite } from './suite/assist-suite.ts';
import { differenceSuite } from './suite/difference-suite.ts';
import { evaluationSuite } from './suite/evaluation-suite.ts';
import { matrixSuite } from './suite/matrix-suite.ts';
import { revisionSuite } from './suite/revision-suite.ts';
import { runSuite } from './suite/run-suite.ts';
import { taskContractSuite } from './suite/task-contract-suite.ts';
import { taskSuite } from './suite/task-suite.ts';
import { templateSuite } from './suite/template-suite.ts';
import { toolSuite } from './suite/tool-suite.ts';
import { webhookSuite } from './suite/webhook-suite.ts';
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

  accessSuite(() => target);
  taskSuite(() => target);
  revisionSuite(() => target);
  templateSuite(() => target);
  assistSuite(() => target);
  runSuite(() => target);
  taskContractSuite(() => target);
  evaluationSuite(() => target);
  toolSuite(() => target);
  webhookSuite(() => target);
  differenceSuite(() => target, 'mocks');
  matrixSuite(() => target);
});
