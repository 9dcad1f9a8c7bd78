import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RowRefused } from '#core/async/persist.ts';
import { newId } from '#core/ids.ts';
import { MESSAGES } from '#core/messages.ts';
import { grantWelcomeCredit } from '#domain/billing/billing.service.ts';
import { ledgerEntry } from '#domain/billing/billing.tables.ts';
import { org } from '#domain/org/org.tables.ts';
import { until } from '../../../../tests/support/until.ts';
import { createStores } from '../../stores.ts';
import { createRunWriter } from './run-writer.ts';
import { acceptedRow, openWorld, PRICED_MODEL, type World } from './testing.ts';
import { endedRow } from './testing-rows.ts';

let world: World;
let priced: { id: string; path: string };

beforeAll(async () => {
  world = await openWorld();
  priced = await world.makeTask({ model_id: PRICED_MODEL });
});
beforeEach(() => world.fake.reset());
afterAll(() => world.close());

const body = { inputs: { review: 'x' } };
const inBackground = { prefer: 'respond-async' };
const getBalance = async () => (await world.call('GET', `/org/${world.orgId}/balance`)).body;
const getRun = async (id: string) => (await world.call('GET', `${world.path}/run/${id}`)).body;
const setBalance = (balance: number) =>
  world.database.db.update(org).set({ balance }).where(eq(org.id, world.orgId));
const entriesOf = (id: string) =>
  world.database.db.select().from(ledgerEntry).where(eq(ledgerEntry.reference, id));

async function startSlow(path: string, words = 200) {
  world.fake.script({ kind: 'text', text: 'word '.repeat(words).trim(), token_ms: 20 });
  const { body: started } = await world.call('POST', `${path}/run`, body, inBackground);
  await until(async () => (await getRun(started.id)).output_text.length > 0);
  return started.id as string;
}

describe('cancelling', () => {
  it('closes the request to the provider, keeps the text, and bills what was used', async () => {
    const before = await getBalance();
    const id = await startSlow(priced.path);
    const { status } = await world.call('POST', `${world.path}/run/${id}/cancel`);
    expect(status).toBe(200);
    // On a busy machine, the response may arrive before the run has ended.
    await until(async () => (await getRun(id)).ended_at !== null);
    const cancelled = await getRun(id);
    expect(cancelled).toMatchObject({ status: 'cancelled', error: null, output: null });
    expect(cancelled.output_text).toMatch(/^word/);
    await until(() => world.fake.counts.aborted === 1 && world.fake.counts.open === 0);
    const { input_tokens, output_tokens, cost } = cancelled.usage;
    expect(output_tokens).toBeGreaterThan(0);
    expect(cost).toBe(input_tokens + 2 * output_tokens);
    expect((await getBalance()).balance).toBe(before.balance - cost);
    const { body: steps } = await world.call('GET', `${world.path}/run/${id}/step`);
    expect(steps.results.at(-1)).toMatchObject({ kind: 'model', status: 'cancelled' });
  });

  it('bills the output that had come although nobody was watching it', async () => {
    const words = { kind: 'text', text: 'word '.repeat(200).trim(), token_ms: 10 } as const;
    world.fake.script(words);
    const waiting = world.call('POST', `${priced.path}/run`, { inputs: { review: 'unwatched' } });
    await until(() => world.fake.counts.open === 1);
    const { body: list } = await world.call('GET', `${world.path}/run?q=unwatched`);
    const [{ id }] = list.results;
    await until(async () => (await getRun(id)).output_text.length > 20);
    await world.call('POST', `${world.path}/run/${id}/cancel`);
    const { body: cancelled } = await waiting;
    expect(cancelled).toMatchObject({ id, status: 'cancelled' });
    expect(cancelled.usage.output_tokens).toBeGreaterThan(3);
    expect(await entriesOf(id)).toMatchObject([{ amount: -cancelled.usage.cost }]);
  });

  it('leaves a finished run unchanged', async () => {
    const { body: ended } = await world.call('POST', `${priced.path}/run`, body);
    const { status, body: same } = await world.call('POST', `${world.path}/run/${ended.id}/cancel`);
    expect(status).toBe(200);
    expect(same).toEqual(ended);
    expect((await world.call('POST', `${world.path}/run/run_none/cancel`)).status).toBe(404);
  });

  it('returns the cancelled run to the waiting caller', async () => {
    world.fake.script({ kind: 'hang' });
    const waiting = world.call('POST', `${priced.path}/run`, { inputs: { review: 'waiting' } });
    await until(() => world.fake.counts.open === 1);
    const { body: list } = await world.call('GET', `${world.path}/run?q=waiting`);
    await world.call('POST', `${world.path}/run/${list.results[0].id}/cancel`);
    const response = await waiting;
    expect([response.status, response.body.status]).toEqual([200, 'cancelled']);
  });
});

describe('billing', () => {
  it('charges the usage that the provider reports, once, and shows it', async () => {
    const before = await getBalance();
    world.fake.script({ kind: 'text', text: 'ok', usage: { input: 100, output: 10 } });
    const { body: done } = await world.call('POST', `${priced.path}/run`, body);
    expect(done.usage).toEqual({ input_tokens: 100, output_tokens: 10, cost: 120 });
    expect(await entriesOf(done.id)).toMatchObject([{ kind: 'run', amount: -120 }]);
    const after = await getBalance();
    expect(after.balance).toBe(before.balance - 120);
    expect(after.spent).toBe(before.spent + 120);
    expect(after.granted).toBe(5_000_000);
    const { body: task } = await world.call('GET', priced.path);
    expect(task.stats.cost).toBeGreaterThanOrEqual(120);
  });

  it('estimates usage that the provider does not report', async () => {
    world.fake.script({ kind: 'text', text: 'four words of text', usage: null });
    const { body: done } = await world.call('POST', `${priced.path}/run`, body);
    expect(done.usage.output_tokens).toBe(4);
    expect(done.usage.input_tokens).toBeGreaterThan(5);
    expect(done.usage.cost).toBe(done.usage.input_tokens + 8);
  });

  it('charges nothing when the price is unknown, and says so', async () => {
    const own = await world.makeTask();
    const before = await getBalance();
    const { body: done } = await world.call('POST', `${own.path}/run`, body);
    expect(done.usage.cost).toBeNull();
    expect((await getBalance()).balance).toBe(before.balance);
    expect((await world.call('GET', own.path)).body.stats.cost).toBeNull();
  });

  it('bills a cut-off response for what arrived, and a refusal for nothing', async () => {
    world.fake.script({ kind: 'cut', text: 'a b c d', after_tokens: 3 });
    const response = await world.call('POST', `${priced.path}/run`, body, inBackground);
    await until(async () => (await getRun(response.body.id)).status === 'failed');
    const cut = await getRun(response.body.id);
    expect(cut.usage.cost).toBe(cut.usage.input_tokens + 2 * cut.usage.output_tokens);
    expect(cut.usage.output_tokens).toBe(3);
    world.fake.script({ kind: 'status', status: 422 });
    const failed = await world.call('POST', `${priced.path}/run`, body);
    expect((await getRun(failed.body.run_id)).usage).toEqual({
      input_tokens: 0,
      output_tokens: 0,
      cost: 0,
    });
    expect(await entriesOf(failed.body.run_id)).toEqual([]);
  });

  it('ends and bills a run once, even if its end is reported several times', async () => {
    const before = await getBalance();
    const writer = createRunWriter(world.database);
    const id = newId('run');
    await writer.accept(acceptedRow(world, id));
    const ends = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        writer.end(endedRow(id, i % 2 ? 'failed' : 'succeeded')),
      ),
    );
    expect(ends.filter(Boolean).length).toBe(1);
    expect(await writer.end(endedRow(id, 'cancelled'))).toBe(false);
    expect((await entriesOf(id)).length).toBe(1);
    expect((await getBalance()).balance).toBe(before.balance - 50);
  });

  it('stores the other rows of a batch when one is invalid', async () => {
    const writer = createRunWriter(world.database);
    const good = newId('run');
    const [first, second] = await Promise.allSettled([
      writer.accept(acceptedRow(world, good)),
      writer.accept({ ...acceptedRow(world, newId('run')), created_at: 'not a time' }),
    ]);
    expect(first).toMatchObject({ status: 'fulfilled', value: { isCovered: true } });
    expect(second.status).toBe('rejected');
    await writer.end(endedRow(good, 'succeeded'));
  });

  it('recognises an end that can never be stored', async () => {
    const writer = createRunWriter(world.database);
    const id = newId('run');
    await writer.accept(acceptedRow(world, id));
    const row = endedRow(id, 'succeeded');
    await expect(writer.end({ ...row, input_tokens: 1.5 })).rejects.toThrow(RowRefused);
    await expect(writer.end({ ...row, input_tokens: 2 ** 31 })).rejects.toThrow(RowRefused);
    expect(await writer.end(row)).toBe(true);
  });

  it('keeps the balance the sum of the ledger', async () => {
    const rows = await world.database.db
      .select({ sum: sql<number>`sum(${ledgerEntry.amount})::float8` })
      .from(ledgerEntry)
      .where(eq(ledgerEntry.org_id, world.orgId));
    expect(rows[0]?.sum).toBe((await getBalance()).balance);
  });

  it('grants the welcome credit once per mailbox', async () => {
    const before = await getBalance();
    await createStores(world.database.db).transaction(async (stores) => {
      await grantWelcomeCredit(stores, world.orgId, 'Ada@example.com');
      await grantWelcomeCredit(stores, 'org_other', 'ada+two@Example.com');
    });
    expect(await getBalance()).toMatchObject({
      balance: before.balance + 5_000_000,
      granted: 10_000_000,
    });
    expect(
      await world.database.db.select().from(ledgerEntry).where(eq(ledgerEntry.org_id, 'org_other')),
    ).toEqual([]);
  });
});

describe('without balance', () => {
  it('rejects runs with 402 and the specified message, except on free models', async () => {
    const free = await world.makeTask({ model_id: 'sandbox/sandbox' });
    const unknown = await world.makeTask({ model_id: 'compatible/fake-model' });
    const { balance } = await getBalance();
    for (const left of [0, -5]) {
      await setBalance(left);
      for (const path of [
        `${priced.path}/run`,
        `${priced.path}/run/stream`,
        `${unknown.path}/run`,
      ]) {
        const response = await world.call('POST', path, body);
        expect([response.status, response.body.code]).toEqual([402, 'insufficient_balance']);
        expect(response.body.detail).toBe(MESSAGES.task.balance);
      }
      expect((await world.call('POST', `${free.path}/run`, body)).status).toBe(200);
    }
    expect(world.fake.counts.requests).toBe(0);
    await setBalance(balance);
  });
});
