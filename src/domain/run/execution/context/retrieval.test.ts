import { expect, it } from 'vitest';
import type { Run, TaskDefinition } from '#generated/model/index.ts';
import { CANCELLED, LiveRun } from '../../live-run.ts';
import { type RetrievalQuery, retrieve } from './retrieval.ts';

const SPENT = { input_tokens: 3, output_tokens: 0, cost: 2 };
const definition = {
  retrieval: { collection_ids: ['collection_1'], query_variable: 'question', top_k: 3 },
} as unknown as TaskDefinition;

it.each<[string, (query: RetrievalQuery) => Promise<never>]>([
  [
    'cancelled',
    ({ pay }) =>
      pay('vectors', 5, (used) => {
        used(SPENT);
        return Promise.reject(CANCELLED);
      }),
  ],
  [
    'succeeded',
    async ({ pay }) => {
      await pay('vectors', 5, async () => SPENT);
      throw new Error('No connection');
    },
  ],
])('what was embedded is paid, also if it is %s and the search fails', async (status, find) => {
  const usage = { input_tokens: 0, output_tokens: 0, cost: 0 };
  const live = new LiveRun({ id: 'run_1', project_id: 'project_1', usage } as Run, 'org_1');
  const ports = { retrieve: find, cover: async () => undefined, countTokens: async () => 1 };
  const search = { query: 'Kind?', documents: [] };
  await expect(retrieve(live, definition, search, ports)).rejects.toBeDefined();
  expect(live.shown.steps[1]).toMatchObject({
    kind: 'embed',
    name: 'vectors',
    status,
    usage: SPENT,
  });
  expect([live.spending.billed, live.spending.charged]).toEqual([2, SPENT]);
});
