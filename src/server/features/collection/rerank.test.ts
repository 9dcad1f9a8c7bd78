import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createReranker } from '#domain/collection/search/rerank.ts';
import { startWithModels } from './testing-models.ts';

/** Reranking by a chat model of an OpenAI-compatible server. */
const MODEL = 'compatible/fake-model';
// A micro-dollar per token.
const { fake, server, call, balance, setBalance, createCollection, close } = await startWithModels({
  MODEL_PRICES: `${MODEL}=1/1`,
});
const { path } = await createCollection({ name: 'Rules' });
const search = (more: object = {}) =>
  call('POST', `${path}/search`, { query: 'trains', top_k: 2, rerank_model: MODEL, ...more });
const namesOf = (body: { results: { document_name: string }[] }) =>
  body.results.map((one) => one.document_name);

beforeAll(async () => {
  for (const [name, text] of [
    ['Trains', 'Trains, trains and trains are what these rules of trains are about.'],
    ['Seats', 'Seats in trains are booked a week ahead.'],
    ['Meals', 'Meals in trains are not paid for, unless the train is late.'],
  ])
    await call('POST', `${path}/document`, { name, text });
  await vi.waitFor(async () => expect((await call('GET', path)).body.counts.ready).toBe(3), {
    timeout: 30_000,
    interval: 50,
  });
}, 60_000);
beforeEach(async () => {
  fake.reset();
  await setBalance(1_000_000);
});
afterAll(close);

it('returns passages in the order of the model, at the cost of its call', async () => {
  const fused = namesOf((await search({ rerank_model: undefined, top_k: 3 })).body);
  fake.script({ kind: 'text', text: '{"order": [3]}' });
  const { status, body } = await search();
  expect([status, body.rerank]).toEqual([200, { model_id: MODEL, applied: true, note: null }]);
  // What the model leaves out comes after what it names.
  expect(namesOf(body)).toEqual([fused[2], fused[0]]);
  expect(body.results.map((one: { rerank_rank: number }) => one.rerank_rank)).toEqual([1, 2]);
  expect(body.cost).toBeGreaterThan(0);
  expect(await balance()).toMatchObject({ balance: 1_000_000 - body.cost, reserved: 0 });
});

it('keeps the fused order if the model fails or does not respond with an order, and says so', async () => {
  const fused = namesOf((await search({ rerank_model: undefined })).body);
  for (const reply of [
    { kind: 'text', text: 'The second one is best.' },
    // Too long, out of range, twice the same, and what isn't a number.
    ...[
      '[1, 2, 3, 4]',
      '[9]',
      '[0, 1]',
      '[-1]',
      '[2, 2]',
      '[1.5]',
      '[1e400]',
      '["2"]',
      '[null]',
      '2',
    ].map((order) => ({ kind: 'text', text: `{"order": ${order}}` }) as const),
    { kind: 'text', text: '{"order": [NaN]}' },
    { kind: 'text', text: '{"order": [2' },
    { kind: 'text', text: '' },
    { kind: 'malformed' },
    { kind: 'status', status: 500 },
  ] as const) {
    fake.setReply(reply);
    const { status, body } = await search();
    expect([status, namesOf(body)]).toEqual([200, fused]);
    expect(body.rerank).toEqual({ model_id: MODEL, applied: false, note: expect.any(String) });
    expect(body.results[0].rerank_rank).toBeNull();
  }
  expect((await balance()).reserved).toBe(0);
});

it('is refused with a model that does not exist, and for want of balance', async () => {
  const unknown = await search({ rerank_model: 'nobody/nothing' });
  expect([unknown.status, unknown.body.errors[0].pointer]).toEqual([400, '/rerank_model']);
  await setBalance(0);
  const unpaid = await search();
  expect([unpaid.status, unpaid.body.code]).toEqual([402, 'insufficient_balance']);
  expect(fake.requests).toEqual([]);
});

it('keeps the fused order if the model takes too long, and says so', async () => {
  const fused = namesOf((await search({ rerank_model: undefined })).body);
  fake.script({ kind: 'hang' });
  const { timeout } = AbortSignal;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms === 10_000 ? 100 : ms));
  const { status, body } = await search();
  expect([status, namesOf(body)]).toEqual([200, fused]);
  const note = 'The model took longer than 10 seconds.';
  expect(body.rerank).toEqual({ model_id: MODEL, applied: false, note });
  expect(body.cost).toBeGreaterThan(0);
  expect(await balance()).toMatchObject({ balance: 1_000_000 - body.cost, reserved: 0 });
});

it('is paid although whoever searched has left', async () => {
  fake.script({ kind: 'hang' });
  const { org_id: orgId } = await balance();
  const payer = { orgId, projectId: null };
  const reranker = await createReranker(server.services.domain, payer, MODEL);
  const leaving = new AbortController();
  const asked = reranker.rerank('trains', ['One', 'Two'], leaving.signal);
  await vi.waitFor(() => expect(fake.counts.requests).toBe(1));
  leaving.abort();
  await expect(asked).rejects.toThrow();
  const after = await balance();
  expect(after).toMatchObject({ reserved: 0 });
  expect(after.balance).toBeLessThan(1_000_000);
});
