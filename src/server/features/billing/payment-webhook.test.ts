import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reconcilePayments } from '#domain/billing/subscription/reconcile.ts';
import { signed } from '../../../../tests/support/stripe/stripe-server.ts';
import { advance } from '../../../../tests/support/stripe/subscriptions.ts';
import { ApiError, days } from '../../../../tests/support/stripe/world.ts';
import { startTestApp } from '../../testing.ts';
import { openPayingWorld, type PayingWorld } from './testing.ts';

const MONTHLY = { plan: 'professional', interval: 'monthly' };
let world: PayingWorld;
let daysLater = 0;

beforeAll(async () => {
  world = await openPayingWorld();
}, 30_000);
afterAll(() => world.close());

/** Pays in the checkout, without telling the server. */
async function payInSecret() {
  const { body } = await world.owner('POST', `${world.path}/billing/checkout`, MONTHLY);
  world.stripe.completeCheckout(body.url);
}

/** Everything that notifications can change. */
async function state() {
  const { plan, plan_status } = await world.org();
  return { plan, plan_status, ledger: await world.ledger(), balance: await world.balance() };
}

/** Checks a day later than the last time. */
async function reconcile() {
  daysLater += 1;
  const { stores, payments } = world.server.services.domain;
  if (!payments.provider) throw new Error('No payments');
  const errors: unknown[] = [];
  await reconcilePayments(stores, payments.provider, {
    now: new Date(Date.now() + days(daysLater) * 1000),
    signal: new AbortController().signal,
    report: (error) => void errors.push(error),
  });
  return errors;
}

describe('notifications of the payment provider', () => {
  it.each([
    ['without a signature', {}],
    ['with a wrong one', { 'stripe-signature': 't=1,v1=abc' }],
  ])('are refused %s', async (_name, headers) => {
    const { body } = signed({ id: 'evt_forged', type: 'invoice.paid', data: { object: {} } });
    const { status } = await world.server.call({
      method: 'POST',
      url: '/stripe/webhook',
      payload: body,
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect(status).toBe(400);
  });

  it('are refused if somebody else has signed them, or if they are changed or too large', async () => {
    await payInSecret();
    const before = await state();
    const events = world.stripe.world.events.slice();
    const forged = await world.deliver(events, { secret: 'whsec_other' });
    expect(new Set(forged)).toEqual(new Set([400]));
    const { body, headers } = signed(events.at(-1) ?? {});
    expect((await world.post({ body: body.replace('evt_', 'evt_x'), headers })).status).toBe(400);
    const large = signed({ id: 'evt_large', data: { object: { text: 'x'.repeat(1_100_000) } } });
    expect((await world.post(large)).status).toBe(413);
    const unread = signed(['not an event']);
    expect((await world.post(unread)).status).toBe(400);
    expect(await state()).toEqual(before);
    expect(before.plan).toBe('free');
  });

  it('are refused when they are too old or of the future, and accepted when clocks differ by minutes', async () => {
    const [event] = world.stripe.world.events;
    expect(await world.deliver([event ?? {}], { skew: -3600 })).toEqual([400]);
    expect(await world.deliver([event ?? {}], { skew: 3600 })).toEqual([400]);
    expect(await world.deliver([event ?? {}], { skew: -400 })).toEqual([200]);
    expect(await world.deliver([event ?? {}], { skew: 400 })).toEqual([200]);
  });

  it('have the same effect in any order, twice, and at once', async () => {
    advance(world.stripe.world, world.stripe.world.now + days(15));
    const events = world.stripe.world.events.slice();
    // The last one first, each of them twice, and all of them at the same time.
    await world.deliver(events.toReversed());
    const after = await state();
    expect(after).toMatchObject({ plan_status: 'active', ledger: [['plan_credit', 2000]] });
    await world.deliver(events);
    await Promise.all(events.map((event) => world.deliver([event])));
    expect(await state()).toEqual(after);
  });

  it("don't bring back what they say when they are late", async () => {
    const trial = world.stripe.world.events.find(
      ({ type }) => type === 'customer.subscription.created',
    );
    // A new id, as if it had never arrived.
    const late = { ...trial, id: 'evt_late' };
    expect(await world.deliver([late])).toEqual([200]);
    expect((await world.org()).plan_status).toBe('active');
  });

  it('are worked on again if Stripe could not be read', async () => {
    advance(world.stripe.world, world.stripe.world.now + days(31));
    world.stripe.fault.next = new ApiError(401, {
      type: 'invalid_request_error',
      message: 'Expired API key',
    });
    const [status] = await world.deliver([world.stripe.world.events.at(-1) ?? {}]);
    world.stripe.fault.next = undefined;
    expect(status).toBeGreaterThanOrEqual(500);
    expect(await world.ledger()).toHaveLength(1);
    await world.deliver([world.stripe.world.events.at(-1) ?? {}]);
    expect(await world.ledger()).toHaveLength(2);
  });

  it('of somebody else are ignored', async () => {
    const object = { object: 'customer', id: 'cus_unknown' };
    expect(
      await world.deliver([{ id: 'evt_other', type: 'customer.updated', data: { object } }]),
    ).toEqual([200]);
  });
});

describe('the periodic check', () => {
  it('makes up for notifications that got lost', async () => {
    advance(world.stripe.world, world.stripe.world.now + days(31));
    expect(await world.ledger()).toHaveLength(2);
    expect(await reconcile()).toEqual([]);
    expect(await world.ledger()).toHaveLength(3);
  });

  it('goes on if Stripe fails', async () => {
    world.stripe.fault.next = new ApiError(500, { type: 'api_error', message: 'Down' });
    const errors = await reconcile();
    world.stripe.fault.next = undefined;
    expect(errors).not.toEqual([]);
    expect((await world.org()).plan_status).toBe('active');
  });

  it('cancels the subscriptions of deleted organisations', async () => {
    const { orgs } = world.server.services.domain.stores.org;
    await orgs.change({ id: world.orgId }, { deleted_at: new Date().toISOString() });
    await reconcile();
    const [subscription] = world.stripe.world.tables.subscriptions.values();
    expect(subscription?.cancel_at_period_end).toBe(true);
  });
});

describe('a server without payments', () => {
  it('has the limits of the highest plan, says what is missing, and has no webhook', async () => {
    const server = await startTestApp({ STRIPE_SECRET_KEY: 'sk_test_1' });
    const owner = server.as('ada');
    const { body } = await owner('GET', '/org');
    const path = `/org/${body.results[0].id}`;
    const billing = (await owner('GET', `${path}/billing`)).body;
    expect(billing.limits_of).toBe('teams');
    expect(billing.missing).toEqual([
      'STRIPE_WEBHOOK_SECRET',
      'PUBLIC_STRIPE_PUBLISHABLE_KEY',
      'PUBLIC_PRICE_PROFESSIONAL_MONTHLY',
      'PUBLIC_PRICE_PROFESSIONAL_YEARLY',
      'PUBLIC_PRICE_TEAMS_MONTHLY',
      'PUBLIC_PRICE_TEAMS_YEARLY',
    ]);
    const refused = await owner('POST', `${path}/billing/checkout`, MONTHLY);
    expect([refused.status, refused.body.code]).toEqual([409, 'payments_not_configured']);
    const webhook = await server.call({ method: 'POST', url: '/stripe/webhook', payload: '{}' });
    expect(webhook.status).toBe(404);
    await server.close();
  });
});
