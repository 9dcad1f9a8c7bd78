import { afterAll, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import type { Spender } from '#domain/billing/spend.ts';
import { embedAtCost } from '#domain/collection/ingest/embed.ts';
import { type Any, MODEL, openPriceWorld } from './testing-prices.ts';

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
