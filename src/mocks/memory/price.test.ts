import { expect, it } from 'vitest';
import { firstIdAt } from '#core/ids.ts';
import { DAY_MS } from '#core/limits.ts';
import { createBench } from '../testing.ts';
import { priceMethods } from './price.ts';

it('finds seeded runs by their time, page by page, although their IDs contain none', async () => {
  const { store } = createBench({ scenario: 'normal' });
  const { pricedRuns } = priceMethods(store);
  const seeded = Object.values(store.data.tables.run).filter(
    ({ model_id, created_at }) =>
      model_id === 'openai/gpt-5' && Date.parse(created_at) > Date.now() - 3 * DAY_MS,
  );
  const found: string[] = [];
  let after: string | undefined = firstIdAt('run', Date.now() - 3 * DAY_MS);
  while (after !== undefined) {
    const filter = { model_id: 'openai/gpt-5', is_embedding: false, org_id: null, after };
    const before = firstIdAt('run', Date.now());
    const { runs, last } = await pricedRuns({ ...filter, before }, 2);
    found.push(...runs.map(({ id }) => id));
    after = last;
  }
  expect(seeded.length).toBeGreaterThan(2);
  expect(found.sort()).toEqual(seeded.map(({ id }) => id).sort());
});
