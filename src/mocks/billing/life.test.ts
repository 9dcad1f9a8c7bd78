import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DAY_MS } from '#core/limits.ts';
import { createBench } from '../testing.ts';
import { DECLINED } from './pass-time.ts';

/** The story begins this long ago, so that it ends before now: the IDs of other tests would otherwise be in the future. */
const BEGAN_MS = 200 * DAY_MS;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - BEGAN_MS }));
afterEach(() => void vi.useRealTimers());

it('a subscription lives on the mocks as at Stripe: trial, active, past due, recovered, lowered, ended', async () => {
  const bench = createBench();
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await bench.send(method, `/api/v1${path}`, { as: 'owner', body });
    return response.json();
  };
  const { id } = await send('POST', '/org', { name: 'Weavers' });
  const org = () => send('GET', `/org/${id}`);
  const pass = (days: number) => {
    vi.setSystemTime(Date.now() + days * DAY_MS);
    // Its owner has signed in again.
    const expiresAt = new Date(Date.now() + DAY_MS);
    for (const session of Object.values(bench.store.data.identity.sessions))
      Object.assign(session, { expiresAt, lastSeenAt: new Date() });
  };

  await send('POST', `/org/${id}/billing/checkout`, { plan: 'teams', interval: 'monthly' });
  expect(await org()).toMatchObject({ plan: 'teams', plan_status: 'trialing' });
  pass(15);
  expect(await org()).toMatchObject({ plan_status: 'active', trial_ends_at: null });

  const customer = bench.store.data.payments[`cus_${id}`];
  if (customer?.card) customer.card = { ...customer.card, last4: DECLINED };
  pass(30);
  const unpaid = await org();
  expect(unpaid.plan_status).toBe('past_due');
  expect(Date.parse(unpaid.grace_period_ends_at) - Date.now()).toBe(7 * DAY_MS);
  pass(8);
  expect((await send('GET', `/org/${id}/billing`)).limits_of).toBe('free');
  await send('POST', `/org/${id}/billing/portal`);
  expect(await org()).toMatchObject({ plan_status: 'active', grace_period_ends_at: null });

  await send('PUT', `/org/${id}/billing/plan`, { plan: 'professional', interval: 'monthly' });
  expect(await org()).toMatchObject({ plan: 'teams', pending_plan: 'professional' });
  pass(30);
  expect(await org()).toMatchObject({ plan: 'professional', pending_plan: null });
  await send('DELETE', `/org/${id}/billing/plan`);
  expect(await org()).toMatchObject({ plan: 'professional', pending_plan: 'free' });
  pass(31);
  expect(await org()).toMatchObject({ plan: 'free', plan_status: 'canceled', pending_plan: null });

  const { results } = await send('GET', `/org/${id}/ledger`);
  const bought = results.filter(({ kind }: { kind: string }) => kind === 'plan_credit');
  expect(bought.map(({ amount }: { amount: number }) => amount)).toEqual([
    20_000_000, 60_000_000, 60_000_000,
  ]);
  const total = results.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
  expect((await send('GET', `/org/${id}/balance`)).balance).toBe(total);
  const invoices = (await send('GET', `/org/${id}/billing/invoice`)).results;
  expect(invoices.map(({ status }: { status: string }) => status)).toEqual([
    'paid',
    'paid',
    'paid',
  ]);
});
