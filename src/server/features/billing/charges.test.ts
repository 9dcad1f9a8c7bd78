import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { newId } from '#core/ids.ts';
import { createCharges } from '#domain/billing/charges.ts';
import { endForgottenReservations, type Spending, spend } from '#domain/billing/spend.ts';
import type { Stores } from '#domain/stores.ts';
import { until } from '../../../../tests/support/until.ts';
import { isRefusal } from '../../db/errors.ts';
import { openWorld, type World } from '../run/testing.ts';

const SPENT = { input_tokens: 10, output_tokens: 5, cost: 700 };

let world: World;
let stores: Stores;
let spending: Spending;
let before: number;

beforeAll(async () => {
  world = await openWorld();
  stores = world.domain.stores;
});
beforeEach(async () => {
  spending = {
    ...{ orgId: world.orgId, projectId: world.projectId, kind: 'search', most: 900 },
    // Tells the calls of a test apart.
    modelId: newId('model'),
  };
  before = (await balance()).balance;
});
afterAll(() => world.close());

const balance = async () => (await world.call('GET', `/org/${world.orgId}/balance`)).body;
const entries = async () => {
  const rows = await stores.billing.entries.list({
    where: { org_id: world.orgId, note: spending.modelId },
  });
  return rows.map(({ amount }) => amount);
};
const calls = () => stores.billing.pricedCalls.count({ model_id: spending.modelId });

/** Charges of a process, whose database can be taken away. */
function openProcess() {
  const errors: string[] = [];
  const fault: { next: 'none' | 'fails' | 'fails after the commit' } = { next: 'none' };
  const transaction: Stores['transaction'] = async (work) => {
    if (fault.next === 'fails') throw new Error('No connection');
    const result = await stores.transaction(work);
    if (fault.next === 'fails after the commit') throw new Error('Connection lost');
    return result;
  };
  const report = (error: unknown) => void errors.push(String(error));
  const charges = createCharges({ isRefused: isRefusal, report });
  const domain = {
    stores: Object.create(stores, { transaction: { value: transaction } }),
    charges,
  };
  const pay = (spent = SPENT) =>
    spend(domain, spending, async () => {
      fault.next = faulty;
      return spent;
    });
  let faulty = fault.next;
  return {
    charges,
    errors,
    /** Makes a call, after which the database behaves like this. */
    payThen(then: typeof fault.next, spent = SPENT) {
      faulty = then;
      return pay(spent);
    },
    recover() {
      fault.next = 'none';
    },
  };
}

it('a charge that the database refuses for a while is kept, and its caller doesn’t wait', async () => {
  const { payThen, recover, errors } = openProcess();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const paying = payThen('fails');
  await vi.waitUntil(() => errors.length > 0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await paying).toEqual(SPENT);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await balance()).toMatchObject({ balance: before, reserved: 900 });
  recover();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await until(async () => (await balance()).reserved === 0);
  expect((await balance()).balance).toBe(before - 700);
  expect([await entries(), await calls()]).toEqual([[-700], 1]);
});

it.each(['fails', 'fails after the commit'] as const)(
  'a charge is stored once if the database %s, and the reservation is ended by another process',
  async (fault) => {
    const { payThen, recover, charges, errors } = openProcess();
    const limit = `${world.path}/spend-limit`;
    await world.call('PUT', limit, { amount: 1_000_000 });
    const { spent } = (await world.call('GET', limit)).body;
    const paying = payThen(fault);
    await until(() => errors.length > 0);
    await endForgottenReservations(stores, new Date(Date.now() + 3_600_000));
    expect((await balance()).reserved).toBe(0);
    recover();
    await charges.close();
    await paying;
    expect((await balance()).balance).toBe(before - 700);
    expect([await entries(), await calls()]).toEqual([[-700], 1]);
    expect((await world.call('GET', limit)).body).toMatchObject({
      spent: spent + 700,
      reserved: 0,
    });
  },
);

it('a charge whose call can never be noted is stored without it', async () => {
  const { payThen } = openProcess();
  await payThen('none', { ...SPENT, input_tokens: 2 ** 63 });
  expect(await balance()).toMatchObject({ balance: before - 700, reserved: 0 });
  expect([await entries(), await calls()]).toEqual([[-700], 0]);
});

it('a charge that is refused while the process ends is stored without its call, too', async () => {
  const { payThen, recover, charges, errors } = openProcess();
  const paying = payThen('fails', { ...SPENT, input_tokens: 2 ** 63 });
  await until(() => errors.length > 0);
  recover();
  await charges.close();
  await paying;
  expect(await balance()).toMatchObject({ balance: before - 700, reserved: 0 });
  expect([await entries(), await calls()]).toEqual([[-700], 0]);
});

it('a charge that can’t be stored before the process ends is reported, and never charged twice', async () => {
  const { payThen, charges, errors } = openProcess();
  const paying = payThen('fails');
  await until(() => errors.length > 0);
  await charges.close();
  await paying;
  expect(errors.at(-1)).toContain(`Not charged: 700 micro-dollars of ${world.orgId}`);
  expect(await balance()).toMatchObject({ balance: before, reserved: 900 });
  await endForgottenReservations(stores, new Date(Date.now() + 3_600_000));
  expect(await balance()).toMatchObject({ balance: before, reserved: 0 });
});
