import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ledgerEntry } from '#domain/billing/billing.tables.ts';
import { topUpAutomatically } from '#domain/billing/credit/auto-top-up.ts';
import type { CustomerState, Payment, PaymentProvider } from '#domain/billing/payments.port.ts';
import { org } from '#domain/org/org.tables.ts';
import { ProblemError } from '#domain/problem.ts';
import type { Stores } from '#domain/stores.ts';
import { createStores } from '../../stores.ts';
import { openWorld, type World } from '../run/testing.ts';

const DOLLAR = 1_000_000;
const CARD = { brand: 'visa', last_four: '4242', expires_month: 1, expires_year: 2030 };

let world: World;
let stores: Stores;
/** What the provider was asked to take, by key: a repeated key is the same payment. */
let taken: Map<string, number>;
let asked: number;
let isDeclined: boolean;
let isSettled: boolean;

const provider = {
  async topUp(_customer: string, amount: number, { key }: { key: string }) {
    asked += 1;
    if (isDeclined) throw new ProblemError('card_declined', 'Your card has insufficient funds.');
    taken.set(key, amount);
    return key;
  },
  read: async (): Promise<CustomerState> => ({
    subscription: null,
    payments: isSettled ? [...taken].map(([id, amount]) => payment(id, amount)) : [],
    card: CARD as never,
    tax_id: null,
  }),
} as Partial<PaymentProvider> as PaymentProvider;

const payment = (id: string, amount: number): Payment => ({
  ...{ id, amount, kind: 'top_up', reversals: [] },
  lines: [{ choice: null, amount, price: amount }],
  created_at: new Date().toISOString(),
});

beforeAll(async () => {
  world = await openWorld();
  stores = createStores(world.database.db);
  await stores.billing.subscriptions.insert({
    ...{ org_id: world.orgId, customer_id: 'cus_1', subscription_id: null, period_ends_at: null },
    ...{ price: null, cancels_at: null, had_trial: false, card: CARD as never, tax_id: null },
    ...{ changing_until: null, synced_at: new Date().toISOString(), syncs: 0, version: 1 },
  });
});
beforeEach(async () => {
  [taken, asked, isDeclined, isSettled] = [new Map(), 0, false, true];
  await world.database.db.delete(ledgerEntry);
  await setBalance(DOLLAR);
  await stores.billing.autoTopUps.put({
    ...{ org_id: world.orgId, is_on: true, threshold: 5 * DOLLAR, amount: 20 * DOLLAR },
    ...{ monthly_cap: 50 * DOLLAR, month: '2020-01', bought: 0, failure: null },
    ...{ attempt_id: null, attempt_amount: null, attempt_until: null },
  });
});
afterAll(() => world.close());

const setBalance = (balance: number) =>
  world.database.db.update(org).set({ balance, reserved: 0 }).where(eq(org.id, world.orgId));
const balance = async () => (await stores.org.orgs.find({ id: world.orgId }))?.balance;
const row = () => stores.billing.autoTopUps.find({ org_id: world.orgId });
const round = (now = new Date()) =>
  topUpAutomatically(stores, provider, {
    now,
    signal: new AbortController().signal,
    report(error) {
      throw error;
    },
  });

it('buys once, however many processes look at the same time', async () => {
  await Promise.all([round(), round(), round(), round()]);
  await round();
  expect([...taken.values()]).toEqual([20 * DOLLAR]);
  expect(await balance()).toBe(21 * DOLLAR);
  expect(await row()).toMatchObject({ bought: 20 * DOLLAR, attempt_id: null, is_on: true });
});

it('repeats a payment that is not settled with the same key, and begins no other', async () => {
  isSettled = false;
  await round();
  await round();
  expect([asked, await balance()]).toEqual([1, DOLLAR]);
  await round(new Date(Date.now() + 600_000));
  isSettled = true;
  await round(new Date(Date.now() + 1_200_000));
  expect([asked, taken.size, await balance()]).toEqual([3, 1, 21 * DOLLAR]);
});

it('stops at the cap of the month', async () => {
  for (let times = 0; times < 5; times += 1) {
    await round();
    await setBalance(DOLLAR);
  }
  expect(taken.size).toBe(2);
  expect(await row()).toMatchObject({ bought: 40 * DOLLAR, is_on: true });
});

it('is turned off by a declined card, which owners are told', async () => {
  isDeclined = true;
  await round();
  await round();
  expect([asked, await balance()]).toEqual([1, DOLLAR]);
  expect(await row()).toMatchObject({
    ...{ is_on: false, failure: 'Your card has insufficient funds.', bought: 0, attempt_id: null },
  });
});
