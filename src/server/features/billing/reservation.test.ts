import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '#core/ids.ts';
import { OUTPUT_TOKENS_DEFAULT } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import { org } from '#domain/org/org.tables.ts';
import type { ModelParameters, OutputFormat } from '#generated/model/index.ts';
import { until } from '../../../../tests/support/until.ts';
import { reapRuns, sweepRuns } from '../run/keeper/run-keeper.repository.ts';
import { createRunWriter } from '../run/run-writer.ts';
import { acceptedRow, openWorld, PRICED_MODEL, type World } from '../run/testing.ts';
import { endedRow } from '../run/testing-rows.ts';

let world: World;
let path: string;

beforeAll(async () => {
  world = await openWorld();
  path = (await makeTask({ max_output_tokens: 900_000 })).path;
});
beforeEach(() => world.fake.reset());
afterAll(() => world.close());

const body = { inputs: { review: 'x' } };
const FIELDS: OutputFormat = {
  type: 'fields',
  fields: [{ name: 'mood', type: 'text', required: true, list: false }],
};
const inBackground = { prefer: 'respond-async' };
const makeTask = (parameters: ModelParameters) =>
  world.makeTask({ model_id: PRICED_MODEL, parameters });
const getRun = async (id: string) => (await world.call('GET', `${world.path}/run/${id}`)).body;
const getBalance = async () => (await world.call('GET', `/org/${world.orgId}/balance`)).body;
const setBalance = (balance: number) =>
  world.database.db.update(org).set({ balance }).where(eq(org.id, world.orgId));

describe('a hundred runs at once', () => {
  it.each([false, true])('cannot spend more than there is (streamed: %s)', async (isStreamed) => {
    await setBalance(4_940_000);
    // Each costs $1.80, as much as it may.
    const usage = { input: 100, output: 900_000 };
    world.fake.setReply({ kind: 'text', text: 'ok', usage, delay_ms: 100 });
    const target = isStreamed ? `${path}/run/stream` : `${path}/run`;
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => world.call('POST', target, body)),
    );
    const refused = responses.filter(({ status }) => status === 402);
    expect(refused).toHaveLength(98);
    expect(refused[0]?.body).toMatchObject({
      code: 'insufficient_balance',
      detail: MESSAGES.task.balance,
    });
    await until(async () => (await getBalance()).reserved === 0);
    expect((await getBalance()).balance).toBe(4_940_000 - 2 * 1_800_100);
  });
});

describe('a reservation', () => {
  it.skipIf(process.env.TEST_DATABASE_URL)('needs no statement of its own', async () => {
    await setBalance(5_000_000);
    const { $client } = world.database.db as unknown as {
      $client: { exec: (text: string) => unknown };
    };
    const exec = vi.spyOn($client, 'exec');
    for (const parts of [{}, { output_format: FIELDS }, { system_prompt: 'Long. '.repeat(500) }]) {
      const { path } = await world.makeTask({ model_id: PRICED_MODEL, ...parts });
      world.fake.script({ kind: 'text', text: '{"mood":"good"}' });
      expect((await world.call('POST', `${path}/run`, body)).status).toBe(200);
    }
    const texts = exec.mock.calls.map(([text]) => text).join();
    exec.mockRestore();
    expect(texts.match(/execute taskloom_(accept|end)_runs/g)).toHaveLength(6);
    expect(texts).not.toContain('execute taskloom_reserve_runs');
  });

  const reservedNow = async () => (await getBalance()).reserved;

  it('covers the prompt and the longest output while the run is in progress', async () => {
    await setBalance(1_000_000);
    world.fake.script({ kind: 'hang' });
    const { path } = await makeTask({ max_output_tokens: 100 });
    const { body: started } = await world.call('POST', `${path}/run`, body, inBackground);
    // 100 tokens of 2 micro-dollars, and the prompt, counted from above.
    expect(await reservedNow()).toBeGreaterThan(200 + 30);
    expect(await reservedNow()).toBeLessThan(200 + 2000);
    await world.call('POST', `${world.path}/run/${started.id}/cancel`);
    await until(async () => (await getRun(started.id)).ended_at !== null);
    expect(await reservedNow()).toBe(0);
  });

  it('limits the output of a model whose limit is not known', async () => {
    const { path } = await makeTask({});
    await world.call('POST', `${path}/run`, body);
    expect(world.fake.requests.at(-1)?.max_tokens).toBe(OUTPUT_TOKENS_DEFAULT);
    const unpriced = await world.makeTask();
    await world.call('POST', `${unpriced.path}/run`, body);
    expect(world.fake.requests.at(-1)?.max_tokens).toBeUndefined();
  });

  it('is too large for the balance, although the run would have been cheap', async () => {
    await setBalance(150);
    const { path } = await makeTask({ max_output_tokens: 100 });
    const refused = await world.call('POST', `${path}/run`, body);
    expect([refused.status, refused.body.code]).toEqual([402, 'insufficient_balance']);
    expect(world.fake.counts.requests).toBe(0);
  });

  it('accepts the cheap runs of a batch before the expensive ones', async () => {
    await setBalance(1000);
    const writer = createRunWriter(world.database);
    const accept = async (reserved: number) =>
      (await writer.accept({ ...acceptedRow(world, newId('run')), reserved })).isCovered;
    const [large, ...small] = await Promise.all([accept(900), accept(300), accept(1), accept(300)]);
    expect([large, ...small]).toEqual([false, true, true, true]);
    await reap();
  });

  it('grows with each round of tools, and stops the run when it cannot', async () => {
    await setBalance(1_000_000);
    const tool = { name: 'look', description: 'Looks.', parameters: { type: 'object' } };
    const { path } = await world.makeTask({
      model_id: PRICED_MODEL,
      parameters: { max_output_tokens: 100 },
      tools: [{ ...tool, execution: 'mock', replies: [{ name: 'a', reply: 'x'.repeat(20_000) }] }],
    });
    const calls = [{ name: 'look', arguments: {} }];
    const usage = { input: 5000, output: 100 };
    // The call costs 20, the reply of the tool up to 20,000.
    world.fake.script({ kind: 'tools', calls }, { kind: 'text', text: 'ok', usage });
    expect((await world.call('POST', `${path}/run`, body)).body.usage.cost).toBe(20 + 5200);
    await setBalance(8000);
    world.fake.script({ kind: 'tools', calls });
    const stopped = await world.call('POST', `${path}/run`, body);
    expect([stopped.status, stopped.body.code]).toEqual([402, 'insufficient_balance']);
    expect(await getBalance()).toMatchObject({ balance: 8000 - 20, reserved: 0 });
  });

  // An output that may be expensive is streamed.
  it.each([100, 300])(
    'is never exceeded by a model that ignores its limit of %s',
    async (limit) => {
      await setBalance(3000);
      const { path } = await makeTask({ max_output_tokens: limit });
      const usage = { input: 10, output: 1_000_000 };
      world.fake.script({
        kind: 'text',
        text: 'word '.repeat(4000),
        usage,
        token_ms: limit > 100 ? 1 : 0,
      });
      const { aborted } = world.fake.counts;
      const { body: started } = await world.call('POST', `${path}/run`, body, inBackground);
      await until(async () => (await getRun(started.id)).ended_at !== null);
      const run = await getRun(started.id);
      expect(run.status).toBe('succeeded');
      expect(run.output_text.length).toBeLessThan(2 * limit * 'word '.length);
      if (limit > 100) await until(() => world.fake.counts.aborted === aborted + 1);
      // Each token is 2 micro-dollars, and the prompt is counted from above.
      expect(run.usage.cost).toBeLessThan(2 * limit + 2000);
      expect(await getBalance()).toMatchObject({ balance: 3000 - run.usage.cost, reserved: 0 });
    },
  );

  it('ends with the process that held it', async () => {
    await setBalance(1000);
    const writer = createRunWriter(world.database);
    const row = { ...acceptedRow(world, newId('run')), reserved: 900 };
    expect((await writer.accept(row)).isCovered).toBe(true);
    expect(await reservedNow()).toBe(900);
    await reap();
    expect(await getBalance()).toMatchObject({ balance: 1000, reserved: 0 });
    expect(
      (await writer.reserve({ id: row.id, org_id: world.orgId, reserved: 950 })).isCovered,
    ).toBe(false);
  });

  it('ends with the run when its project is deleted meanwhile', async () => {
    await setBalance(1000);
    const writer = createRunWriter(world.database);
    const row = { ...acceptedRow(world, newId('run')), project_id: 'project_gone', reserved: 900 };
    await writer.accept(row);
    await sweepRuns(world.database.db);
    await writer.end(endedRow(row.id, 'succeeded'));
    expect(await getBalance()).toMatchObject({ balance: 950, reserved: 0 });
  });

  async function reap() {
    const error = { code: 'run_lost' as const, message: 'Lost' };
    return world.database.db.transaction((tx) => reapRuns(tx, ['worker_test'], error));
  }
});
