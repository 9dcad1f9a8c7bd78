import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import type { Spender } from '#domain/billing/spend.ts';
import { embedAtCost } from '#domain/collection/ingest/embed.ts';
import { until } from '../../../../tests/support/until.ts';
import { type Any, MODEL, openPriceWorld, RIGHT } from './testing-prices.ts';

/** Costs $10 per million tokens; the fake counts one for each text. */
const VECTORS = 'compatible/fake-vectors';
const UNPRICED = 'compatible/own-vectors';
const { as, server, fake, places, setOperator, setBalance, balanceOf, ...world } =
  await openPriceWorld({
    EMBEDDING_MODELS: [VECTORS, UNPRICED].join(),
    MODEL_PRICES: `${MODEL}=1/2,${VECTORS}=10/0`,
  });
afterAll(() => world.close());
const [ada, bob] = [as('ada'), as('bob')];
const at = `/project/${places.bob?.project}`;

const usage = async (model = VECTORS): Promise<Any> =>
  (await bob('GET', `/usage?model_id=${model}&group_by=kind`)).body;
const spentOf = async () => (await bob('GET', `${at}/spend-limit`)).body.spent;

/** As documents are indexed and searched, which needs a database with vectors. */
const embed = (kind: 'indexing' | 'search', texts: string[], model = VECTORS, by?: Spender) =>
  embedAtCost(
    server.services.domain,
    { orgId: places.bob?.org ?? '', projectId: places.bob?.project ?? '', kind, model, by },
    texts,
    new AbortController().signal,
  );

it('a wrong price of an embedding model is corrected, and the correction undone', async () => {
  await setOperator('ada');
  await setBalance('bob', 1_000_000);
  await bob('PUT', `${at}/spend-limit`, { amount: 1_000_000 });
  const from = new Date(Date.now() - 60_000).toISOString();
  // What was paid before tokens were recorded.
  const early = { id: newId('entry'), org_id: places.bob?.org ?? '', kind: 'search' } as const;
  await server.services.domain.stores.billing.addEntry({
    ...{ ...early, amount: -10, reference: newId('reservation'), project_id: null, note: VECTORS },
    created_at: new Date().toISOString(),
  });

  await embed('indexing', ['Be kind.', 'Be brief.', 'Be here.']);
  await embed('search', ['Kind?'], VECTORS, { type: 'user', id: 'user_1' });
  expect(
    (await bob('POST', '/model-endpoint/compatible/test', { checks: ['embeddings'] })).status,
  ).toBe(200);
  const texts = fake.embedded.length;
  const cost = 10 * texts;
  const balance = 1_000_000 - 10 - cost;
  expect(await balanceOf('bob')).toBe(balance);
  const before = await usage();
  expect(before.total).toMatchObject({ calls: 3, cost, input_tokens: texts, output_tokens: 0 });
  expect(before.groups.map(({ id }: Any) => id).sort()).toEqual([
    'indexing',
    'model_test',
    'search',
  ]);
  const limited = await spentOf();

  const right = { model_id: VECTORS, from, input_price: 1_500_000, output_price: 0 };
  const refused = await bob('POST', '/price-correction', right);
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
  const preview = await world.prepare('ada', right);
  const after = preview.cost_after;
  expect(preview).toMatchObject({
    ...{ runs: 0, calls: 3, unknown_calls: 1, organizations: 1, is_charged: true },
    cost_before: cost,
  });
  // Each call is rounded up by itself.
  expect(after).toBeGreaterThanOrEqual(1.5 * texts);
  expect(after).toBeLessThan(1.5 * texts + 3);
  const done = await world.applied('ada', preview.id);
  expect(done).toMatchObject({ given_back: cost - after, taken: 0, skipped_runs: 0 });
  expect(await balanceOf('bob')).toBe(balance + cost - after);
  const corrected = await usage();
  expect(corrected.total).toEqual({ ...before.total, cost: after });
  // The test was no project's.
  const inProject = (sums: Any) =>
    sums.groups.reduce(
      (sum: number, one: Any) => sum + (one.id === 'model_test' ? 0 : one.cost),
      0,
    );
  expect((await spentOf()) - limited).toBe(inProject(corrected) - inProject(before));
  const [entry] = await world.ledgerOf('bob');
  expect(entry).toMatchObject({
    kind: 'price_correction',
    amount: cost - after,
    note: `Price of ${VECTORS} corrected: 3 calls`,
  });
  await world.expectSums('bob');

  // Correcting it to the same price again changes nothing.
  expect(await world.prepare('ada', right)).toMatchObject({ calls: 0, unknown_calls: 1 });
  const back = await world.prepare('ada', {}, `/${preview.id}/undo`);
  expect(back).toMatchObject({ calls: 3, cost_before: after, cost_after: cost });
  expect(await world.applied('ada', back.id)).toMatchObject({ taken: cost - after });
  expect(await balanceOf('bob')).toBe(balance);
  expect(await usage()).toEqual(before);
  expect(await spentOf()).toBe(limited);
  await world.expectSums('bob');
});

it('of a chat model covers its runs and its other calls', async () => {
  await setBalance('bob', 1_000_000);
  const from = new Date().toISOString();
  fake.setReply({ kind: 'text', text: 'ok', usage: { input: 1000, output: 500 } });
  await world.runTask('bob');
  expect(
    (await bob('POST', '/model-endpoint/compatible/test', { model_id: MODEL, checks: ['answer'] }))
      .status,
  ).toBe(200);
  const paid = 1_000_000 - (await balanceOf('bob'));
  expect(paid).toBeGreaterThan(2000);
  const right = { model_id: MODEL, from, input_price: 0, output_price: 0 };
  const preview = await world.prepare('ada', right);
  expect(preview).toMatchObject({ runs: 1, cost_before: paid, cost_after: 0, unknown_calls: 0 });
  expect(preview.calls).toBeGreaterThan(0);
  await world.applied('ada', preview.id);
  expect(await balanceOf('bob')).toBe(1_000_000);
  await world.expectSums('bob');
  const [{ note }] = await world.ledgerOf('bob');
  expect(note).toMatch(/corrected: 1 run and \d+ calls?$/);
  expect((await ada('GET', `/price-correction/${preview.id}`)).body.given_back).toBe(paid);
});

it('that was unknown is charged, and unknown again when undone', async () => {
  await setBalance('bob', 1_000_000);
  const from = new Date().toISOString();
  await embed('search', ['Kind?'], UNPRICED);
  const before = await usage(UNPRICED);
  expect(before.total).toMatchObject({ calls: 1, unpriced: 1, cost: 0, input_tokens: 1 });
  const right = { model_id: UNPRICED, from, input_price: 10_000_000, output_price: 0 };
  const preview = await world.prepare('ada', right);
  expect(preview).toMatchObject({ calls: 1, unpriced_runs: 1, cost_before: 0, cost_after: 10 });
  expect(await world.applied('ada', preview.id)).toMatchObject({ taken: 10 });
  expect(await balanceOf('bob')).toBe(999_990);
  expect((await usage(UNPRICED)).total).toMatchObject({ calls: 1, unpriced: 0, cost: 10 });
  const back = await world.prepare('ada', {}, `/${preview.id}/undo`);
  await world.applied('ada', back.id);
  expect(await balanceOf('bob')).toBe(1_000_000);
  expect(await usage(UNPRICED)).toEqual(before);
  await world.expectSums('bob');
});

describe('what a run has embedded for its search', () => {
  /** A task that searches a collection, whose document is indexed. */
  async function createSearching(embedding_model: string, model_id = MODEL) {
    const settings = { embedding_model };
    const name = `Rules of ${embedding_model} ${model_id}`;
    const { body } = await bob('POST', `${at}/collection`, { name, settings });
    const path = `${at}/collection/${body.id}`;
    await bob('POST', `${path}/document`, { name: 'Rules', text: `Be kind. ${name}` });
    const states = async () => (await bob('GET', `${path}/document`)).body.results;
    await until(async () => (await states())[0].state === 'ready');
    const variables = [{ name: 'question', type: 'text', required: true }];
    const retrieval = { collection_ids: [body.id], query_variable: 'question', top_k: 3 };
    const more = { variables, retrieval, user_prompt: '{question}' };
    return world.createTask('bob', model_id, more);
  }
  const ask = (task: string) => world.runTask('bob', task, { question: 'Kind?' });
  const embedded = async (id: string) => {
    const { body } = await bob('GET', `${at}/run/${id}/step`);
    return body.results.filter(({ kind }: Any) => kind === 'embed');
  };
  const chatUsage = async () => (await usage(MODEL)).total.cost;

  beforeEach(async () => {
    fake.reset();
    fake.setReply({ kind: 'text', text: 'ok', usage: { input: 1000, output: 500 } });
    await setBalance('bob', 1_000_000);
  });

  it('follows the price of the embedding model, and the rest that of the chat model', async () => {
    const task = await createSearching(VECTORS);
    await bob('PUT', `${at}/spend-limit`, { amount: 1_000_000 });
    await setBalance('bob', 1_000_000);
    const [spent, used] = [await spentOf(), await chatUsage()];
    const id = await ask(task);
    const usageOf = { input_tokens: 1, output_tokens: 0, cost: 10 };
    expect(await embedded(id)).toMatchObject([{ name: VECTORS, usage: usageOf }]);
    const expectCost = async (cost: number) => {
      expect(await world.costOf('bob', id)).toBe(cost);
      expect(await balanceOf('bob')).toBe(1_000_000 - cost);
      expect([(await spentOf()) - spent, (await chatUsage()) - used]).toEqual([cost, cost]);
      await world.expectSums('bob');
    };
    await expectCost(2010);
    const from = await world.startOf('bob', id);

    const vectors = { model_id: VECTORS, from, input_price: 3_000_000, output_price: 0 };
    const preview = await world.prepare('ada', vectors);
    expect(preview).toMatchObject({ runs: 1, calls: 0, cost_before: 2010, cost_after: 2003 });
    expect(await world.applied('ada', preview.id)).toMatchObject({ given_back: 7, taken: 0 });
    await expectCost(2003);
    expect((await embedded(id))[0].usage.cost).toBe(3);
    const chat = await world.prepare('ada', { model_id: MODEL, from, ...RIGHT });
    expect(await world.applied('ada', chat.id)).toMatchObject({ given_back: 1800 });
    await expectCost(203);

    // The first one is undone first.
    const undo = async ({ id }: Any) => {
      const back = await world.prepare('ada', {}, `/${id}/undo`);
      expect(await world.applied('ada', back.id)).toMatchObject({ skipped_runs: 0 });
    };
    await undo(preview);
    await expectCost(210);
    await undo(chat);
    await expectCost(2010);
    expect((await embedded(id))[0].usage.cost).toBe(10);
  });

  it('is charged once its price is known, and unknown again when that is undone', async () => {
    const id = await ask(await createSearching(UNPRICED));
    expect(await world.costOf('bob', id)).toBe(2000);
    expect((await embedded(id))[0].usage).toMatchObject({ input_tokens: 1, cost: null });
    const balance = await balanceOf('bob');
    const from = await world.startOf('bob', id);
    const right = { model_id: UNPRICED, from, input_price: 10_000_000, output_price: 0 };
    const preview = await world.prepare('ada', right);
    expect(await world.applied('ada', preview.id)).toMatchObject({ taken: 10, skipped_runs: 0 });
    expect([await world.costOf('bob', id), await balanceOf('bob')]).toEqual([2010, balance - 10]);
    const back = await world.prepare('ada', {}, `/${preview.id}/undo`);
    await world.applied('ada', back.id);
    expect([await world.costOf('bob', id), await balanceOf('bob')]).toEqual([2000, balance]);
    expect((await embedded(id))[0].usage.cost).toBeNull();
    await world.expectSums('bob');
  });

  it('is all that the balance pays of a run at an own endpoint', async () => {
    const body = { name: 'Ours', kind: 'compatible', base_url: fake.url, api_key: 'sk-ours' };
    const made = (await bob('POST', '/model-endpoint-config', body)).body;
    const task = await createSearching(VECTORS, `${made.endpoint.id}/fake-model`);
    await setBalance('bob', 1_000_000);
    const id = await ask(task);
    expect([await world.costOf('bob', id), await balanceOf('bob')]).toEqual([null, 999_990]);
    const from = await world.startOf('bob', id);
    const right = { model_id: VECTORS, from, input_price: 3_000_000, output_price: 0 };
    const preview = await world.prepare('ada', right);
    // At the same time, bob states what his model costs.
    const priced = { model_id: `${made.endpoint.id}/fake-model`, from, ...RIGHT };
    const own = await world.prepare('bob', priced);
    expect(await world.applied('ada', preview.id)).toMatchObject({ given_back: 7 });
    expect([await world.costOf('bob', id), await balanceOf('bob')]).toEqual([null, 999_997]);
    // His preview is out of date, so it isn't applied to the run.
    expect(await world.applied('bob', own.id)).toMatchObject({ skipped_runs: 1 });
    const again = await world.prepare('bob', priced);
    await world.applied('bob', again.id);
    expect(await world.costOf('bob', id)).toBe(203);
    const back = await world.prepare('ada', {}, `/${preview.id}/undo`);
    await world.applied('ada', back.id);
    expect([await world.costOf('bob', id), await balanceOf('bob')]).toEqual([210, 999_990]);
    await world.expectSums('bob');
  });
});
