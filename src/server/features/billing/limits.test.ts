import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import { apiKey } from '#domain/access/access.tables.ts';
import { ledgerEntry, spendLimit, usageDay } from '#domain/billing/billing.tables.ts';
import type { Payment } from '#domain/billing/payments.port.ts';
import { NOTHING, spend } from '#domain/billing/spend.ts';
import { addCredits } from '#domain/billing/subscription/credits.ts';
import { org } from '#domain/org/org.tables.ts';
import type { Stores } from '#domain/stores.ts';
import { until } from '../../../../tests/support/until.ts';
import { createStores } from '../../stores.ts';
import { reapRuns } from '../run/keeper/run-keeper.repository.ts';
import { createRunWriter } from '../run/run-writer.ts';
import { acceptedRow, openWorld, PRICED_MODEL, type World } from '../run/testing.ts';
import { endedRow } from '../run/testing-rows.ts';

let world: World;
let stores: Stores;
const db = () => world.database.db;

beforeAll(async () => {
  world = await openWorld();
  stores = createStores(db());
  await db().insert(apiKey).values({
    id: 'key_1',
    project_id: world.projectId,
    name: 'Production',
    prefix: 'tlk_1',
    hash: 'hash',
    created_by_id: 'user_owner',
    created_at: new Date().toISOString(),
  });
});
beforeEach(async () => {
  world.fake.reset();
  await setBalance(1_000_000);
  await db().delete(spendLimit);
});
afterAll(() => world.close());

/** Through the ledger, as all money. */
async function setBalance(balance: number) {
  const row = await stores.org.orgs.find({ id: world.orgId });
  await stores.billing.addEntry({
    id: newId('entry'),
    org_id: world.orgId,
    kind: 'grant',
    amount: balance - (row?.balance ?? 0),
    reference: newId('entry'),
    project_id: null,
    note: null,
    created_at: new Date().toISOString(),
  });
}

async function setLimit(scope: 'project' | 'api_key', amount: number) {
  const id = scope === 'project' ? world.projectId : 'key_1';
  await stores.billing.limits.put({
    id,
    scope,
    project_id: world.projectId,
    api_key_id: scope === 'project' ? null : id,
    amount,
    month: new Date().toISOString().slice(0, 7),
    spent: 0,
    reserved: 0,
    updated_at: new Date().toISOString(),
  });
  return id;
}

const limit = (id: string) => stores.billing.limits.find({ id });

/** A search by the key. */
const search = (most: number, cost: number, at = stores) =>
  spend(
    { ...world.domain, stores: at },
    {
      ...{ orgId: world.orgId, projectId: world.projectId, modelId: 'embedding' },
      ...{ kind: 'search' as const, most, by: { type: 'api_key' as const, id: 'key_1' } },
    },
    async () => ({ ...NOTHING, cost }),
  );

describe('a spend limit', () => {
  it.each([false, true])('holds for a hundred runs at once (streamed: %s)', async (isStreamed) => {
    await setBalance(100_000_000);
    const id = await setLimit('project', 4_940_000);
    const { path } = await world.makeTask({
      model_id: PRICED_MODEL,
      parameters: { max_output_tokens: 900_000 },
    });
    // Each costs $1.80, as much as it may.
    const usage = { input: 100, output: 900_000 };
    world.fake.setReply({ kind: 'text', text: 'ok', usage, delay_ms: 100 });
    const target = isStreamed ? `${path}/run/stream` : `${path}/run`;
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => world.call('POST', target, { inputs: { review: 'x' } })),
    );
    const refused = responses.filter(({ status }) => status === 402);
    expect(refused).toHaveLength(98);
    expect(refused[0]?.body.code).toBe('spend_limit_reached');
    await until(async () => (await limit(id))?.reserved === 0);
    expect(await limit(id)).toMatchObject({ spent: 2 * 1_800_100, reserved: 0 });
  });

  it('of a key refuses its runs alone, in the same batch as others', async () => {
    const writer = createRunWriter(world.database);
    await setLimit('api_key', 1000);
    await setBalance(1500);
    const accept = (caller_id: string, reserved: number) =>
      writer.accept({ ...acceptedRow(world, newId('run')), caller_id, reserved });
    const results = await Promise.all([
      accept('key_1', 600),
      accept('key_1', 600),
      // The balance covers it, because the refused run takes nothing of it.
      accept('key_2', 800),
    ]);
    expect(results).toEqual([
      { isCovered: true, refusedBy: null },
      { isCovered: false, refusedBy: 'key_1' },
      { isCovered: true, refusedBy: null },
    ]);
    await endAll();
  });

  it('stops a run whose next call it does not cover', async () => {
    const writer = createRunWriter(world.database);
    await setLimit('api_key', 1000);
    const row = { ...acceptedRow(world, newId('run')), reserved: 900 };
    await writer.accept(row);
    const raise = (reserved: number) =>
      writer.reserve({ id: row.id, org_id: world.orgId, reserved });
    expect(await raise(1001)).toEqual({ isCovered: false, refusedBy: 'key_1' });
    expect(await raise(1000)).toEqual({ isCovered: true, refusedBy: null });
    // Nothing more is needed.
    expect(await raise(1000)).toEqual({ isCovered: true, refusedBy: null });
    await endAll();
    expect(await limit('key_1')).toMatchObject({ spent: 50, reserved: 0 });
  });

  it('begins anew with the month', async () => {
    const id = await setLimit('project', 1000);
    await stores.billing.limits.change({ id }, { spent: 1000, month: '2020-01' });
    const writer = createRunWriter(world.database);
    const row = { ...acceptedRow(world, newId('run')), reserved: 1000 };
    expect((await writer.accept(row)).isCovered).toBe(true);
    await endAll();
    const month = new Date().toISOString().slice(0, 7);
    expect(await limit(id)).toMatchObject({ spent: 50, month });
  });

  it('keeps what was spent in a month that has begun by a later clock', async () => {
    const id = await setLimit('project', 1000);
    await stores.billing.limits.change({ id }, { spent: 800, month: '2999-01' });
    const writer = createRunWriter(world.database);
    const accept = (reserved: number) =>
      writer.accept({ ...acceptedRow(world, newId('run')), reserved });
    expect(await accept(201)).toEqual({ isCovered: false, refusedBy: id });
    await expect(search(201, 201)).rejects.toMatchObject({ code: 'spend_limit_reached' });
    expect((await accept(100)).isCovered).toBe(true);
    await endAll();
    await search(100, 60);
    expect(await limit(id)).toMatchObject({ spent: 910, reserved: 0, month: '2999-01' });
  });

  it('counts unfinished runs and what was spent when it is set', async () => {
    const writer = createRunWriter(world.database);
    const row = { ...acceptedRow(world, newId('run')), reserved: 700 };
    await writer.accept(row);
    const path = `/org/${world.orgId}/project/${world.projectId}/spend-limit`;
    const { body: before } = await world.call('GET', path);
    const { body } = await world.call('PUT', path, { amount: before.spent + 1000 });
    expect(body).toMatchObject({ reserved: 700, spent: before.spent });
    expect((await writer.accept({ ...row, id: newId('run'), reserved: 301 })).refusedBy).toBe(
      world.projectId,
    );
    await endAll();
    expect(await limit(world.projectId)).toMatchObject({ spent: before.spent + 50, reserved: 0 });
  });

  it('holds for searches and indexing', async () => {
    await setLimit('api_key', 1000);
    await search(900, 400);
    await expect(search(601, 0)).rejects.toMatchObject({ code: 'spend_limit_reached' });
    await search(600, 600);
    await expect(search(1, 1)).rejects.toMatchObject({ code: 'spend_limit_reached' });
    expect(await limit('key_1')).toMatchObject({ spent: 1000, reserved: 0 });
  });
});

it('charges a call once, although the database refuses it and then loses its answer', async () => {
  const id = await setLimit('project', 1000);
  let transactions = 0;
  const transaction: Stores['transaction'] = async (work) => {
    transactions += 1;
    // The first one reserves.
    if (transactions === 2) throw new Error('Refused');
    const result = await stores.transaction(work);
    if (transactions === 3) throw new Error('Lost');
    return result;
  };
  const unreliable: Stores = Object.create(stores, { transaction: { value: transaction } });
  const before = await spentInLedger();
  await search(900, 400, unreliable);
  expect(await limit(id)).toMatchObject({ spent: 400, reserved: 0 });
  expect(await spentInLedger()).toBe(before - 400);
  expect(await place()).toMatchObject({ balance: 999_600, reserved: 0 });
});

it('costs at most the last cent when many runs find one cent', async () => {
  await setBalance(10_000);
  const writer = createRunWriter(world.database);
  const rows = Array.from({ length: 50 }, () => ({
    ...acceptedRow(world, newId('run')),
    reserved: 3000,
  }));
  const accepted = await Promise.all(rows.map((row) => writer.accept(row)));
  expect(accepted.filter(({ isCovered }) => isCovered)).toHaveLength(3);
  const started = rows.filter((_, index) => accepted[index]?.isCovered);
  // One uses more than it reserved: its provider ignored the limit of tokens.
  const costs = [3000, 3000, 5000];
  const endAll = () =>
    started.map((row, index) => {
      const cost = costs[index] ?? 0;
      return writer.end({ ...endedRow(row.id, 'succeeded'), cost, billed: cost });
    });
  // Twice at the same time, of which one counts.
  const ended = await Promise.all([...endAll(), ...endAll()]);
  expect(ended.filter(Boolean)).toHaveLength(3);
  const { balance, reserved } = await place();
  expect([balance, reserved]).toEqual([-1000, 0]);
});

it('keeps the balance equal to the ledger, whatever happens in whatever order', async () => {
  const writer = createRunWriter(world.database);
  const action = fc.record({
    kind: fc.constantFrom(
      ...(['accept', 'accept', 'raise', 'end', 'end', 'cancel', 'kill'] as const),
      ...(['spend', 'fail', 'top-up', 'refund', 'limit'] as const),
    ),
    amount: fc.integer({ min: 0, max: 4000 }),
    pick: fc.nat(20),
    own: fc.boolean(),
  });
  const days = async () => {
    const [row] = await db()
      .select({ sum: sql<number>`coalesce(sum(charged), 0)::float8` })
      .from(usageDay);
    return row?.sum ?? 0;
  };
  let payments = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 30 }), async (actions) => {
      await db().delete(spendLimit);
      await setBalance(10_000);
      const usedBefore = await days();
      const spentBefore = await spentInLedger();
      await setLimit('project', 8000);
      await setLimit('api_key', 6000);
      const open: string[] = [];
      await Promise.all(
        actions.map(async ({ kind, amount, pick, own }) => {
          const id = open[pick % Math.max(1, open.length)];
          if (kind === 'accept') {
            const row = { ...acceptedRow(world, newId('run')), reserved: amount };
            if ((await writer.accept(row)).isCovered) open.push(row.id);
          } else if (kind === 'raise' && id) {
            await writer.reserve({ id, org_id: world.orgId, reserved: amount });
          } else if (kind === 'end' && id) {
            const billed = own ? 0 : amount;
            await writer.end({ ...endedRow(id, 'succeeded'), cost: amount, billed });
          } else if (kind === 'spend' || kind === 'fail') {
            const projectId = own ? null : world.projectId;
            const spending = { orgId: world.orgId, projectId, modelId: 'm', most: amount };
            await spend(world.domain, { ...spending, kind: 'search' }, async () => {
              if (kind === 'fail') throw new Error('The model failed');
              return { ...NOTHING, cost: Math.floor(amount / 2) };
            }).catch(() => undefined);
          } else if (kind === 'cancel' && id) {
            await writer.end({ ...endedRow(id, 'cancelled'), cost: amount, billed: amount });
          } else if (kind === 'kill') {
            await reap();
          } else if (kind === 'top-up' || kind === 'refund') {
            payments += 1;
            await pay(`${payments}`, amount, kind === 'refund');
          } else if (kind === 'limit') {
            await setAmount(own ? 'key_1' : world.projectId, amount);
          }
        }),
      );
      await endAll();
      const { balance, reserved } = await place();
      expect(balance).toBe(await sumOfLedger());
      expect(reserved).toBe(0);
      expect((await days()) - usedBefore).toBe(spentBefore - (await spentInLedger()));
      for (const row of await db().select().from(spendLimit)) expect(row.reserved).toBe(0);
    }),
    { numRuns: 15 },
  );
});

const place = async () =>
  (await db().select().from(org).where(eq(org.id, world.orgId)))[0] as typeof org.$inferSelect;

/** What is left of processes that died. */
async function reap() {
  const error = { code: 'run_lost' as const, message: 'Lost' };
  await db().transaction((tx) => reapRuns(tx, ['worker_test'], error));
}

/** Books a payment, twice at once, and perhaps that it was refunded. */
async function pay(id: string, amount: number, isRefunded: boolean) {
  const paid: Payment = {
    ...{ id: `pi_${id}`, kind: 'top_up', amount, created_at: new Date().toISOString() },
    lines: [{ choice: null, amount, price: 0 }],
    reversals: isRefunded ? [{ id: `re_${id}`, amount, isFinal: true }] : [],
  };
  const book = () =>
    stores.transaction(async (all) => {
      await all.org.allOrgs.lock({ id: world.orgId });
      await addCredits(all, world.orgId, [paid]);
    });
  await Promise.all([book(), book()]);
}

async function setAmount(id: string, amount: number) {
  await stores.billing.limits.change({ id }, { amount });
}

async function sumOfLedger() {
  const [row] = await db()
    .select({ sum: sql<number>`sum(amount)::float8` })
    .from(ledgerEntry)
    .where(eq(ledgerEntry.org_id, world.orgId));
  return row?.sum;
}

async function spentInLedger() {
  const { rows } = await db().execute<{ sum: number }>(sql`
    select coalesce(sum(amount), 0)::float8 as sum from ledger_entry
    where org_id = ${world.orgId} and kind in ('run', 'search')`);
  return rows[0]?.sum ?? 0;
}

/** Ends all runs, each at a cost of 50. */
async function endAll() {
  const writer = createRunWriter(world.database);
  const open = await stores.run.runs.list({ where: { ended_at: null } });
  await Promise.all(open.map(({ id }) => writer.end(endedRow(id, 'succeeded'))));
}
