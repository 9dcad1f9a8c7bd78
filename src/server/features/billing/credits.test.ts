import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Payment, Reversal } from '#domain/billing/payments.port.ts';
import { addCredits } from '#domain/billing/subscription/credits.ts';
import { createStores } from '../../stores.ts';
import { openWorld, PRICED_MODEL, type World } from '../run/testing.ts';

const DOLLAR = 1_000_000;

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

function topUp(id: string, dollars: number, reversals: readonly Reversal[] = []): Payment {
  const amount = dollars * DOLLAR;
  const lines = [{ choice: null, amount, price: 0 }];
  return { id, kind: 'top_up', amount, lines, created_at: '2026-11-24T09:00:00Z', reversals };
}

const reversal = (id: string, dollars: number, isFinal = true) => ({
  ...{ id, amount: dollars * DOLLAR, isFinal },
});

/** Books what the provider says now. It says everything each time. */
const book = (...payments: Payment[]) =>
  createStores(world.database.db).transaction((all) => addCredits(all, world.orgId, payments));
const getBalance = async () => (await world.call('GET', `/org/${world.orgId}/balance`)).body;
const ledger = async () =>
  (await world.call('GET', `/org/${world.orgId}/ledger?page_limit=100`)).body.results;

it('takes back credit that was spent: the balance is owed, and runs wait until it is paid', async () => {
  const { path } = await world.makeTask({
    model_id: PRICED_MODEL,
    parameters: { max_output_tokens: 900_000 },
  });
  const free = await world.makeTask({ model_id: 'sandbox/sandbox' });
  const run = (at = path) => world.call('POST', `${at}/run`, { inputs: { review: 'x' } });
  const spend = (output: number) =>
    world.fake.script({ kind: 'text', text: 'ok', usage: { input: 100_000, output } });

  await book(topUp('pi_1', 20));
  for (const _ of [1, 2, 3]) {
    spend(850_000);
    expect((await run()).status).toBe(200);
  }
  // $5 were given, $20 bought and $5.40 spent.
  expect((await getBalance()).balance).toBe(19.6 * DOLLAR);

  await book(topUp('pi_1', 20, [reversal('re_1', 20)]));
  expect(await getBalance()).toMatchObject({
    ...{ balance: -0.4 * DOLLAR, reserved: 0, granted: 5 * DOLLAR, spent: 5.4 * DOLLAR },
    note: null,
  });
  const refused = await run();
  expect([refused.status, refused.body.code]).toEqual([402, 'insufficient_balance']);
  expect((await run(free.path)).status).toBe(200);

  // What is owed is taken from what is bought next.
  await book(topUp('pi_1', 20, [reversal('re_1', 20)]), topUp('pi_2', 10));
  expect((await getBalance()).balance).toBe(9.6 * DOLLAR);
  spend(50);
  expect((await run()).status).toBe(200);

  const entries = await ledger();
  const total = entries.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
  expect(total).toBe((await getBalance()).balance);
  expect(entries.find(({ kind }: { kind: string }) => kind === 'reversal')).toMatchObject({
    ...{ amount: -20 * DOLLAR, balance: -0.4 * DOLLAR },
  });
});

it('gives back what a dispute took if it is won, and lets a later refund take it again', async () => {
  const before = (await getBalance()).balance;
  const after = async (...reversals: Reversal[]) => {
    await book(topUp('pi_3', 30, reversals));
    return ((await getBalance()).balance - before) / DOLLAR;
  };
  expect(await after()).toBe(30);
  expect(await after(reversal('re_3', 10))).toBe(20);
  expect(await after(reversal('re_3', 10), reversal('dp_3', 20))).toBe(0);
  expect(await after(reversal('re_3', 10), reversal('dp_3', 20, false))).toBe(20);
  // Never more than was bought, and in any order.
  const all = [reversal('re_3', 10), reversal('dp_3', 20, false), reversal('re_4', 25)];
  expect(await after(...all)).toBe(0);
  expect(await after(...all.toReversed())).toBe(0);
});
