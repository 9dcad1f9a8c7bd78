import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Any, MODEL, openPriceWorld, type PriceWorld, RIGHT } from './testing-prices.ts';

let world: PriceWorld;
let bob: ReturnType<PriceWorld['as']>;

beforeAll(async () => {
  world = await openPriceWorld();
  bob = world.as('bob');
  await world.setOperator('ada');
});
beforeEach(async () => {
  world.fake.reset();
  world.fake.setReply({ kind: 'text', text: 'ok', usage: { input: 1000, output: 500 } });
  await world.setBalance('bob', 1_000_000);
});
afterAll(() => world.close());

async function createEndpoint(name: string, models: object[]): Promise<string> {
  const { body } = await bob('POST', '/model-endpoint-config', {
    name,
    kind: 'compatible',
    base_url: world.fake.url,
    api_key: 'sk-key-of-ours',
  });
  const { id } = body.endpoint;
  expect((await bob('PATCH', `/model-endpoint-config/${id}/model`, { models })).status).toBe(200);
  return id;
}
const spentAt = async (id: string) =>
  (await bob('GET', `/model-endpoint-config/${id}`)).body.spend.spent;

describe('what was calculated from the cost of a run', () => {
  it('follows: statistics of tasks and runs, usage by task, and articles', async () => {
    const { places, runTask, startOf, prepare, applied } = world;
    const project = `/project/${places.bob?.project}`;
    const id = await runTask('bob');
    const from = await startOf('bob', id);
    const article = (await bob('POST', `${project}/article`, { title: 'Launch week' })).body.id;
    const { stores } = world.server.services.domain;
    const now = new Date().toISOString();
    await stores.compose.steps.insert({
      run_id: id,
      article_id: article,
      project_id: places.bob?.project ?? '',
      request: { step: 'titles' },
      targets: [],
      is_sample: false,
      caller_id: 'user_1',
      caller_name: 'Bob',
      idempotency_key: null,
      created_at: now,
      result: null,
      settled_at: now,
    } as Any);
    await stores.compose.articles.change({ id: article }, { cost: 2500 });

    const read = async () => ({
      article: (await bob('GET', `${project}/article/${article}`)).body.cost,
      task: (await bob('GET', `${places.bob?.task}`)).body.stats.cost,
      runs: (await bob('GET', `${project}/run/stats`)).body.total.cost,
      usage: (await bob('GET', '/usage')).body.groups[0].cost,
    });
    const before = await read();
    const preview = await prepare('ada', { model_id: MODEL, from, ...RIGHT });
    await applied('ada', preview.id);
    const less = Object.entries(before).map(([name, cost]) => [name, cost - 1800]);
    expect(await read()).toEqual(Object.fromEntries(less));
    expect((await read()).article).toBe(700);
  });
});

describe('a run that went on with a fallback', () => {
  it('is corrected by the price of the model that answered, and only by that', async () => {
    const { runTask, createTask, startOf, prepare, applied, costOf } = world;
    const price = { input_price: 3_000_000, output_price: 3_000_000 };
    const spare = await createEndpoint('Spare', [{ name: 'spare-model', ...price }]);
    const first = await createEndpoint('First', [
      { name: 'fake-model', ...price, fallback_model_id: `${spare}/spare-model` },
    ]);
    world.fake.setReply(({ model }) =>
      model === 'spare-model'
        ? { kind: 'text', text: 'spare', usage: { input: 10, output: 10 } }
        : { kind: 'status', status: 401 },
    );
    world.fake.setProbed(() => ({ kind: 'text', text: 'ok', usage: { input: 1, output: 1 } }));
    const id = await runTask('bob', await createTask('bob', `${first}/fake-model`));
    const from = await startOf('bob', id);
    // What the spare model can do was found out first, which is a call outside runs.
    const probed = 6 * world.fake.probes.filter(({ model }) => model === 'spare-model').length;
    expect([await costOf('bob', id), await spentAt(spare)]).toEqual([60, 60 + probed]);

    const other = await prepare('bob', { model_id: `${first}/fake-model`, from, ...RIGHT });
    expect(other.runs).toBe(0);
    const right = { input_price: 1_000_000, output_price: 1_000_000 };
    const preview = await prepare('bob', { model_id: `${spare}/spare-model`, from, ...right });
    expect(preview).toMatchObject({
      ...{ runs: 1, calls: 1 },
      ...{ cost_before: 60 + probed, cost_after: 20 + probed / 3 },
    });
    await applied('bob', preview.id);
    expect([await costOf('bob', id), await spentAt(spare)]).toEqual([20, 20 + probed / 3]);
    expect(await spentAt(first)).toBe(0);
  });
});
