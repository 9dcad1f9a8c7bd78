import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PriceCorrectionRow } from '#domain/billing/price/price.tables.ts';
import { correctionWork } from '#domain/billing/price/work.ts';
import { org } from '#domain/org/org.tables.ts';
import { run as runTable } from '#domain/run/run.tables.ts';
import { Stopped } from '#domain/system/background.ts';
import { until } from '../../../../tests/support/until.ts';
import { type Any, MODEL, openPriceWorld, type PriceWorld, RIGHT } from './testing-prices.ts';

const DEAR = { input_price: 10_000_000, output_price: 20_000_000 };

let world: PriceWorld;
let { fake, server, places, createTask, balanceOf, ledgerOf, addEntry } = {} as PriceWorld;
let { setOperator, setBalance, runTask, costOf, startOf } = {} as PriceWorld;
let { prepare, applied, expectSums } = {} as PriceWorld;
let ada: ReturnType<PriceWorld['as']>;
let bob: ReturnType<PriceWorld['as']>;

beforeAll(async () => {
  world = await openPriceWorld();
  ({ fake, server, places, createTask, balanceOf, ledgerOf, addEntry } = world);
  ({ setOperator, setBalance, runTask, costOf, startOf } = world);
  ({ prepare, applied, expectSums } = world);
  [ada, bob] = [world.as('ada'), world.as('bob')];
});
beforeEach(async () => {
  fake.reset();
  fake.setReply({ kind: 'text', text: 'ok', usage: { input: 1000, output: 500 } });
  await setOperator('ada');
});
afterAll(() => world.close());

const since = () => new Date(Date.now() - 60_000).toISOString();

describe('a correction of a model of this server', () => {
  it('gives back what all organisations paid too much, and charges it again when undone', async () => {
    await setBalance('bob', 1_000_000);
    const runs = [await runTask('bob'), await runTask('bob')];
    await runTask('ada');
    expect(await costOf('bob', runs[0] ?? '')).toBe(2000);
    const usageBefore = (await bob('GET', '/usage')).body.total;
    const from = since();
    const preview = await prepare('ada', { model_id: MODEL, from, ...RIGHT });
    expect(preview).toMatchObject({
      runs: 3,
      organizations: 2,
      cost_before: 6000,
      cost_after: 600,
      is_charged: true,
      unpriced_runs: 0,
    });
    expect(JSON.stringify(preview)).not.toContain(places.bob?.org);
    expect(await balanceOf('bob')).toBe(996_000);

    const done = await applied('ada', preview.id);
    expect(done).toMatchObject({ given_back: 5400, taken: 0, waived: 0, skipped_runs: 0 });
    expect(await balanceOf('bob')).toBe(999_600);
    expect(await costOf('bob', runs[0] ?? '')).toBe(200);
    const usage = (await bob('GET', '/usage')).body.total;
    expect(usage).toEqual({ ...usageBefore, cost: usageBefore.cost - 3600 });
    const [entry] = await ledgerOf('bob');
    expect(entry).toMatchObject({
      kind: 'price_correction',
      amount: 3600,
      note: `Price of ${MODEL} corrected: 2 runs`,
    });
    await expectSums('bob');
    const { body: trace } = await bob('GET', `/project/${places.bob?.project}/run/${runs[0]}/step`);
    const costs = trace.results.flatMap((step: Any) => step.usage?.cost ?? []);
    expect(costs).toEqual([200]);
    const { body: inbox } = await server.as('bob')('GET', '/user/notification');
    expect(inbox.results[0].title).toContain('Prices were corrected: $0.0036 given back to');
    const { body: log } = await bob('GET', '/audit');
    expect(log.results[0]).toMatchObject({
      action: 'correctPrices',
      changes: [{ field: 'balance', before: 996_000, after: 999_600 }],
    });

    const back = await prepare('ada', {}, `/${preview.id}/undo`);
    expect(back).toMatchObject({ runs: 3, cost_before: 600, cost_after: 6000, undoes: preview.id });
    expect(await applied('ada', back.id)).toMatchObject({ taken: 5400, given_back: 0 });
    expect(await balanceOf('bob')).toBe(996_000);
    expect(await costOf('bob', runs[1] ?? '')).toBe(2000);
    expect((await bob('GET', '/usage')).body.total).toEqual(usageBefore);
    await expectSums('bob');
    expect((await ada('GET', `/price-correction/${preview.id}`)).body.undone_by).toBe(back.id);
    const twice = await ada('POST', `/price-correction/${preview.id}/undo`);
    expect([twice.status, twice.body.code]).toEqual([409, 'price_correction_conflict']);
  });

  it('never takes more than is left, and gives only that back', async () => {
    await setBalance('bob', 100_000);
    const id = await runTask('bob');
    await setBalance('bob', 5000);
    const from = await startOf('bob', id);
    const preview = await prepare('ada', { model_id: MODEL, from, ...DEAR });
    expect(preview).toMatchObject({ runs: 1, cost_before: 2000, cost_after: 20_000 });
    expect(await applied('ada', preview.id)).toMatchObject({ taken: 5000, waived: 13_000 });
    expect([await balanceOf('bob'), await costOf('bob', id)]).toEqual([0, 20_000]);
    await expectSums('bob');
    const back = await prepare('ada', {}, `/${preview.id}/undo`);
    expect(await applied('ada', back.id)).toMatchObject({ given_back: 5000, taken: 0 });
    expect([await balanceOf('bob'), await costOf('bob', id)]).toEqual([5000, 2000]);
    await expectSums('bob');
  });

  it('is only possible where the free-tier project is', async () => {
    const body = { model_id: MODEL, from: since(), ...RIGHT };
    const refused = await bob('POST', '/price-correction', body);
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    for (const [call, isTheirs] of [
      [bob, false],
      [ada, true],
    ] as const) {
      const { body: listed } = await call('GET', '/model-endpoint');
      const server = listed.results.filter(({ is_own }: Any) => !is_own);
      expect(new Set(server.map((one: Any) => one.corrects_prices))).toEqual(new Set([isTheirs]));
    }
    const preview = await prepare('ada', body);
    await setOperator('bob');
    expect((await ada('POST', `/price-correction/${preview.id}/apply`)).status).toBe(403);
  });

  it('counts for limits of the month', async () => {
    await setBalance('bob', 1_000_000);
    const limit = `/project/${places.bob?.project}/spend-limit`;
    await bob('PUT', limit, { amount: 1_000_000 });
    const { spent } = (await bob('GET', limit)).body;
    const id = await runTask('bob');
    const from = await startOf('bob', id);
    const preview = await prepare('ada', { model_id: MODEL, from, ...RIGHT });
    await applied('ada', preview.id);
    expect((await bob('GET', limit)).body.spent).toBe(spent + 200);
    await bob('PUT', limit, { amount: null });
  });
});

describe('a run in progress', () => {
  it('ends with the price it was started with, and isn’t corrected', async () => {
    await setBalance('bob', 1_000_000);
    const finish = Promise.withResolvers<void>();
    const usage = { input: 1000, output: 500 };
    fake.setReply({ kind: 'text', text: 'ok', usage, after: finish.promise });
    const from = new Date().toISOString();
    const { body: run } = await server.as('bob')(
      'POST',
      `/org/${places.bob?.org}${places.bob?.task}/run`,
      { revision: 'draft', inputs: {} },
      { prefer: 'respond-async' },
    );
    await until(async () => fake.counts.requests === 1);
    const preview = await prepare('ada', { model_id: MODEL, from, ...RIGHT });
    expect(preview).toMatchObject({ runs: 0, pending_runs: 1 });
    finish.resolve();
    await until(async () => (await costOf('bob', run.id)) === 2000);
    expect(await applied('ada', preview.id)).toMatchObject({ given_back: 0, taken: 0 });
    expect(await costOf('bob', run.id)).toBe(2000);
  });
});

describe('a correction of a model at an own endpoint', () => {
  it('changes costs and the endpoint’s spending, but no balance', async () => {
    const { body } = await bob('POST', '/model-endpoint-config', {
      name: 'Ours',
      kind: 'compatible',
      base_url: fake.url,
      api_key: 'sk-key-of-ours',
    });
    const endpoint = body.endpoint.id;
    const model_id = `${endpoint}/fake-model`;
    const task = await createTask('bob', model_id);
    const balance = await balanceOf('bob');
    const from = since();
    const id = await runTask('bob', task);
    expect(await costOf('bob', id)).toBeNull();
    const spend = async () => (await bob('GET', `/model-endpoint-config/${endpoint}`)).body.spend;
    expect(await spend()).toMatchObject({ spent: 0, unpriced_calls: 1 });
    const models = [{ name: 'fake-model', ...RIGHT }];
    await bob('PATCH', `/model-endpoint-config/${endpoint}/model`, { models });
    const { body: changes } = await bob('GET', `/price-change?model_id=${model_id}`);
    expect(changes.results).toMatchObject([
      { input_price_before: null, input_price: 100_000, changed_by: { name: 'bob' } },
    ]);

    const preview = await prepare('bob', { model_id, from, ...RIGHT });
    expect(preview).toMatchObject({
      runs: 1,
      unpriced_runs: 1,
      cost_after: 200,
      is_charged: false,
    });
    await applied('bob', preview.id);
    expect(await costOf('bob', id)).toBe(200);
    expect(await spend()).toMatchObject({ spent: 200, unpriced_calls: 0 });
    expect(await balanceOf('bob')).toBe(balance);
    const { body: log } = await bob('GET', '/audit');
    expect(log.results[0]).toMatchObject({
      action: 'correctPrices',
      actor: { name: 'bob' },
      target: { name: 'Ours: fake-model' },
      changes: [{ field: 'cost', before: 0, after: 200 }],
    });
    const back = await prepare('bob', {}, `/${preview.id}/undo`);
    await applied('bob', back.id);
    expect(await costOf('bob', id)).toBeNull();
    expect(await spend()).toMatchObject({ spent: 0, unpriced_calls: 1 });
    // Nobody else can correct it.
    expect((await ada('POST', '/price-correction', { model_id, from, ...RIGHT })).status).toBe(400);
  });
});

describe('a correction of many runs', () => {
  it('goes on where it was interrupted, and counts nothing twice', async () => {
    await setBalance('bob', 10_000_000);
    const id = await runTask('bob');
    const { db } = server.database;
    const { stores } = server.services.domain;
    // What the copies below have cost.
    await addEntry('bob', 'run', -1250 * 2000);
    // Copies without traces, from the first milliseconds of time.
    await db.execute(sql`
      insert into run (id, org_id, project_id, task_id, task_name, revision, source, status, model_id, input_preview, inputs,
        output_text, input_tokens, output_tokens, cost, billed, caller_type, caller_id, caller_name, worker_id, created_at, ended_at)
      select 'run_0000000000000000000' || lpad(n::text, 7, '0'), org_id, project_id, task_id, task_name, revision, source,
        status, model_id, input_preview, inputs, '', 1000, 500, 2000, 2000, caller_type, caller_id, caller_name, worker_id,
        created_at, ended_at
      from run, generate_series(1, 1250) as n where id = ${id}`);
    await stores.billing.corrections.insert({
      id: 'correction_many',
      org_id: places.ada?.org ?? '',
      model_id: MODEL,
      is_general: true,
      status: 'calculating',
      starts_at: '1970-01-01T00:00:00.000Z',
      ends_at: '1971-01-01T00:00:00.000Z',
      ...RIGHT,
      undoes: null,
      undone_by: null,
      cursor: 'reservation_',
      ...{
        runs: 0,
        calls: 0,
        unknown_calls: 0,
        pending_runs: 0,
        applied_runs: 0,
        skipped_runs: 0,
        organizations: 0,
      },
      ...{ cost_before: 0, cost_after: 0, unpriced_runs: 0, given_back: 0, taken: 0, waived: 0 },
      ...{ progress: 0, created_by_id: 'user_1', created_by_name: 'Ada' },
      created_at: new Date().toISOString(),
      worker_id: 'one',
      lease_until: '2999-01-01T00:00:00.000Z',
      ended_at: null,
    });
    const find = async () =>
      (await stores.billing.corrections.find({ id: 'correction_many' })) as PriceCorrectionRow;
    const before = await balanceOf('bob');
    /** Works on it until it is interrupted for the n-th time, after each of its transactions. */
    const work = async () => {
      for (;;) {
        const stop = new AbortController();
        stop.abort(new Error('killed'));
        const current = await find();
        try {
          await correctionWork(server.services.domain).work(current, stop.signal);
          return;
        } catch (error) {
          if (error instanceof Stopped) return;
        }
      }
    };
    await work();
    expect(await find()).toMatchObject({ status: 'ready', runs: 1250, cost_before: 2_500_000 });
    await stores.billing.corrections.change(
      { id: 'correction_many' },
      { status: 'applying', worker_id: 'one', lease_until: '2999-01-01T00:00:00.000Z' },
    );
    // Another process that was taken for dead goes on as well.
    const dead = await find();
    await stores.billing.corrections.change({ id: 'correction_many' }, { worker_id: 'two' });
    await expect(
      correctionWork(server.services.domain).work(dead, new AbortController().signal),
    ).rejects.toThrow(Stopped);
    // One run is deleted in the meantime, and one is changed.
    await db.delete(runTable).where(eq(runTable.id, 'run_00000000000000000000000001'));
    await db
      .update(runTable)
      .set({ cost: 1 })
      .where(eq(runTable.id, 'run_00000000000000000000000002'));
    await work();
    const done = await find();
    expect(done).toMatchObject({ status: 'succeeded', applied_runs: 1250, skipped_runs: 2 });
    expect(done.given_back).toBe(1248 * 1800);
    expect(await balanceOf('bob')).toBe(before + 1248 * 1800);
    await expectSums('bob');
    const [sum] = (
      await db.execute<{ balance: number }>(sql`
      select balance::float8 as balance from ${org} where id = ${places.bob?.org}`)
    ).rows;
    expect(sum?.balance).toBe(before + 1248 * 1800);
  });
});
