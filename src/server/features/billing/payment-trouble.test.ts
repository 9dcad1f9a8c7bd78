import type Stripe from 'stripe';
import { afterEach, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '#domain/billing/payments.port.ts';
import { reconcilePayments } from '#domain/billing/subscription/reconcile.ts';
import { DETAIL } from '#domain/details.ts';
import { ApiError, days } from '../../../../tests/support/stripe/world.ts';
import { openPayingWorld, type PayingWorld } from './testing.ts';

const MONTHLY = { plan: 'professional', interval: 'monthly' };
const PROFESSIONAL_MONTHLY = { plan: 'professional', plan_interval: 'monthly' };
const TEAMS = { plan: 'teams', interval: 'monthly' };
let world: PayingWorld;

afterEach(() => world.close());

/** An organisation with a paid subscription, without a trial. */
async function openPaid(choice = MONTHLY, daysAgo = 0): Promise<void> {
  world = await openPayingWorld();
  world.stripe.world.now -= days(daysAgo);
  await world.owner('POST', `${world.path}/billing/portal`);
  const { subscriptions } = world.server.services.domain.stores.billing;
  await subscriptions.change({ org_id: world.orgId }, { had_trial: true });
  await world.subscribe(choice);
}

const remote = () => {
  const [subscription] = world.stripe.world.tables.subscriptions.values();
  if (!subscription) throw new Error('No subscription');
  return subscription;
};

/** The periodic check, at the present time. */
async function reconcile(
  change: (provider: PaymentProvider) => Partial<PaymentProvider> = () => ({}),
  report: (error: unknown) => void = (error) => expect.fail(String(error)),
): Promise<void> {
  const { stores, payments } = world.server.services.domain;
  if (!payments.provider) throw new Error('No payments');
  const provider = Object.assign(Object.create(payments.provider), change(payments.provider));
  const { signal } = new AbortController();
  await reconcilePayments(stores, provider, { now: new Date(), signal, report });
}

it('a change waits for the bank if it asks for a confirmation, which is given on the page of the invoice', async () => {
  await openPaid();
  world.payWith('confirm');
  const { status, body } = await world.change({ plan: 'teams', interval: 'monthly' });
  expect([status, body.code, body.detail]).toEqual([402, 'card_declined', DETAIL.planUnconfirmed]);
  await world.deliver();
  expect((await world.org()).plan).toBe('professional');
  const [unpaid] = (await world.owner('GET', `${world.path}/billing/invoice`)).body.results;
  expect([unpaid.status, URL.parse(unpaid.url)?.protocol]).toEqual(['open', 'https:']);
  world.stripe.payOnPage(unpaid.id);
  await world.deliver();
  expect((await world.org()).plan).toBe('teams');
});

it('a subscription that is ended in the dashboard of Stripe ends here', async () => {
  await openPaid();
  world.stripe.end(remote().id);
  await world.deliver();
  expect(await world.org()).toMatchObject({ plan: 'free', plan_status: 'canceled' });
  expect((await world.billing()).limits_of).toBe('free');
});

it('a customer who is deleted in the dashboard of Stripe has no plan, and can subscribe again', async () => {
  await openPaid();
  const before = String(remote().customer);
  world.stripe.deleteCustomer(before);
  await world.deliver();
  expect(await world.org()).toMatchObject({ plan: 'free', plan_status: 'free' });
  expect((await world.billing()).card).toBeNull();
  await world.subscribe(MONTHLY);
  expect(await world.org()).toMatchObject({ plan: 'professional', plan_status: 'active' });
  const { subscriptions } = world.server.services.domain.stores.billing;
  expect((await subscriptions.find({ org_id: world.orgId }))?.customer_id).not.toBe(before);
});

it('a payment in another currency brings no credit, because it is not comparable', async () => {
  world = await openPayingWorld();
  await world.billing();
  await world.owner('POST', `${world.path}/billing/portal`);
  const { subscriptions } = world.server.services.domain.stores.billing;
  await subscriptions.change({ org_id: world.orgId }, { had_trial: true });
  world.stripe.world.currency = 'eur';
  await world.subscribe(MONTHLY);
  expect((await world.org()).plan).toBe('professional');
  expect(await world.ledger()).toEqual([]);
});

it('payment pages ask for dollars and a card, wherever somebody is, and add taxes to subscriptions', async () => {
  world = await openPayingWorld({ STRIPE_AUTOMATIC_TAX: 'true' });
  await world.owner('POST', `${world.path}/billing/checkout`, MONTHLY);
  await world.owner('POST', `${world.path}/billing/top_up`, { amount: 5_000_000, method: 'page' });
  const pages = world.stripe.requests.filter(
    ({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions',
  );
  const asked = { currency: 'usd', allowed_payment_method_types: ['card'] };
  expect(pages.map(({ params }) => params)).toMatchObject([
    { mode: 'subscription', automatic_tax: { enabled: 'true' }, ...asked },
    { mode: 'payment', ...asked },
  ]);
});

it('prices that Stripe does not have, or not in dollars, are named with their settings', async () => {
  world = await openPayingWorld({ PUBLIC_PRICE_TEAMS_YEARLY: 'price_unknown' });
  const billing = await world.billing();
  expect(billing.provider_problem).toBe(DETAIL.priceWrong(['PUBLIC_PRICE_TEAMS_YEARLY']));
  expect(billing.plans.map((plan: { prices: object[] }) => plan.prices.length)).toEqual([0, 2, 1]);
  await world.close();
  world = await openPayingWorld();
  world.stripe.world.currency = 'eur';
  expect((await world.billing()).provider_problem).toContain('PUBLIC_PRICE_PROFESSIONAL_MONTHLY');
});

it.each([
  [
    { PUBLIC_PRICE_TEAMS_YEARLY: 'price_teams_monthly' },
    DETAIL.priceWrong(['PUBLIC_PRICE_TEAMS_MONTHLY', 'PUBLIC_PRICE_TEAMS_YEARLY']),
  ],
  [
    {
      PUBLIC_PRICE_TEAMS_YEARLY: 'price_teams_monthly',
      PUBLIC_PRICE_TEAMS_MONTHLY: 'price_teams_yearly',
    },
    DETAIL.priceWrong(['PUBLIC_PRICE_TEAMS_MONTHLY', 'PUBLIC_PRICE_TEAMS_YEARLY']),
  ],
  [{ PUBLIC_STRIPE_PUBLISHABLE_KEY: 'pk_live_local' }, DETAIL.paymentKeysDiffer],
])('settings that belong to something else at Stripe are named: %j', async (env, problem) => {
  world = await openPayingWorld(env);
  expect((await world.billing()).provider_problem).toBe(problem);
});

it('a subscription keeps its plan and its credit when the prices in the settings are changed', async () => {
  await openPaid();
  const [item] = remote().items.data;
  if (item) item.price = { ...item.price, id: 'price_professional_past' };
  await world.pass(32);
  expect(await world.org()).toMatchObject({ ...PROFESSIONAL_MONTHLY, plan_status: 'active' });
  expect((await world.billing()).price).toBe(39_000_000);
  expect(await world.ledger()).toEqual([
    ['plan_credit', 2000],
    ['plan_credit', 2000],
  ]);
});

it('a customer of the other mode of Stripe is replaced when the keys were changed, but not while a plan goes on', async () => {
  await openPaid();
  const { tables } = world.stripe.world;
  for (const table of [tables.customers, tables.subscriptions, tables.charges, tables.invoices])
    table.clear();
  const { status, body } = await world.owner('POST', `${world.path}/billing/portal`);
  expect([status, body.detail]).toEqual([409, DETAIL.customerElsewhere]);
  const { orgs } = world.server.services.domain.stores.org;
  await orgs.change({ id: world.orgId }, { plan_status: 'canceled' });
  await world.subscribe(TEAMS);
  expect(await world.org()).toMatchObject({ plan: 'teams', plan_status: 'active' });
});

it('of pages that are opened at once, one works', async () => {
  world = await openPayingWorld();
  await Promise.all(
    [MONTHLY, TEAMS, MONTHLY].map((choice) =>
      world.owner('POST', `${world.path}/billing/checkout`, choice),
    ),
  );
  const pages = [...world.stripe.world.tables.sessions.values()];
  expect(pages.filter(({ status }) => status === 'open')).toHaveLength(1);
});

it('a portal that was not activated is said to be missing', async () => {
  world = await openPayingWorld();
  const message = 'No configuration provided and your test mode default configuration is missing.';
  world.stripe.fault.of = /billing_portal/;
  world.stripe.fault.next = new ApiError(400, { type: 'invalid_request_error', message });
  const { status, body } = await world.owner('POST', `${world.path}/billing/portal`);
  expect([status, body.detail]).toEqual([503, DETAIL.portalMissing]);
});

it('a refund that fails later gives the credit back', async () => {
  await openPaid();
  const [charge] = world.stripe.world.tables.charges.values();
  world.stripe.world.refund(charge?.id ?? '', 4900);
  await world.deliver();
  expect((await world.ledger()).at(-1)).toEqual(['reversal', -2000]);
  const [refund] = charge?.refunds?.data ?? [];
  if (refund) world.stripe.world.emit('refund.failed', Object.assign(refund, { status: 'failed' }));
  await world.deliver();
  expect((await world.ledger()).at(-1)).toEqual(['reversal', 2000]);
});

describe('refunds and disputes of old payments', () => {
  /** Adds a hundred newer charges and twenty newer invoices. */
  function age({ customer }: Stripe.Charge) {
    const { world: there } = world.stripe;
    world.payWith('good');
    for (let n = 0; n < 100; n += 1) there.charge(String(customer), 100);
    const [paid] = there.tables.invoices.values();
    const none = { object: 'list', data: [], has_more: false };
    for (let n = 0; n < 20; n += 1) {
      const id = there.id('in');
      const parts = { payments: none, lines: none, amount_paid: 0 };
      there.tables.invoices.set(id, { ...paid, ...parts, id } as unknown as Stripe.Invoice);
    }
  }
  const lastCharge = () => {
    const charge = [...world.stripe.world.tables.charges.values()].at(-1);
    if (!charge) throw new Error('No charge');
    return charge;
  };
  /** Sends the last events twice, as new ones: the last one first, and all at once. */
  async function deliverLast(count: number) {
    const last = world.stripe.world.events.slice(-count).toReversed();
    const twice = last.flatMap((event) => [event, { ...event, id: `${event.id}_again` }]);
    const statuses = await Promise.all(twice.map((event) => world.deliver([event])));
    // Stripe sends it again if there were too many at once.
    const failed = twice.filter((_event, at) => statuses[at]?.[0] === 503);
    expect(new Set((await world.deliver(failed)).concat(200))).toEqual(new Set([200]));
  }

  it('take back exactly the credit of a plan, in many parts', async () => {
    await openPaid();
    const charge = lastCharge();
    age(charge);
    for (let n = 0; n < 11; n += 1) world.stripe.world.refund(charge.id, 433);
    world.stripe.world.refund(charge.id, 4900 - 11 * 433);
    const balance = await world.balance();
    await deliverLast(2);
    const taken = (await world.ledger()).filter(([kind]) => kind === 'reversal');
    expect(taken).toHaveLength(12);
    expect(balance - (await world.balance())).toBe(20_000_000);
  });

  it('take back bought credits, until the dispute is won, although its customer was replaced', async () => {
    world = await openPayingWorld();
    const bought = { amount: 10_000_000, method: 'page' };
    const { body } = await world.owner('POST', `${world.path}/billing/top_up`, bought);
    world.stripe.completeCheckout(body.url);
    await world.deliver();
    const charge = lastCharge();
    age(charge);
    world.stripe.deleteCustomer(String(charge.customer));
    await world.owner('POST', `${world.path}/billing/portal`);
    expect(world.stripe.world.tables.customers.size).toBe(2);
    const dispute = world.stripe.world.dispute(charge.id);
    await world.deliver();
    expect((await world.ledger()).at(-1)).toEqual(['reversal', -1000]);
    world.stripe.world.closeDispute(dispute.id, 'won');
    await deliverLast(2);
    expect((await world.ledger()).slice(1)).toEqual([
      ['reversal', -1000],
      ['reversal', 1000],
    ]);
  });

  it('are found by the periodic check if their notifications got lost', async () => {
    await openPaid();
    const charge = lastCharge();
    age(charge);
    const dispute = world.stripe.world.dispute(charge.id);
    await reconcile();
    expect((await world.ledger()).at(-1)).toEqual(['reversal', -2000]);
    world.stripe.world.closeDispute(dispute.id, 'won');
    world.stripe.world.refund(charge.id, 2450);
    await reconcile();
    const requests = world.stripe.requests.length;
    await reconcile();
    // Those that are known aren't read again.
    expect(world.stripe.requests.length - requests).toBe(2);
    expect((await world.ledger()).slice(1)).toEqual([
      ['reversal', -2000],
      ['reversal', 2000],
      ['reversal', -1000],
    ]);
  });

  it('are found although another one can’t be read', async () => {
    await openPaid();
    const charge = lastCharge();
    age(charge);
    world.stripe.world.refund(charge.id, 2450);
    const bad = { id: 'refund_bad succeeded', type: 'refund', customer: null, charge: 'bad' };
    const errors: unknown[] = [];
    await reconcile(
      (provider) => ({
        recentReversals: async () => [bad, ...(await provider.recentReversals())],
        readPayment: async (id) => {
          if (id === 'bad') throw new Error('Broken');
          return provider.readPayment(id);
        },
      }),
      (error) => errors.push(error),
    );
    expect(errors.map(String)).toEqual(['Error: Broken']);
    expect((await world.ledger()).at(-1)).toEqual(['reversal', -1000]);
  });

  it('take back what was added then, not what a plan is worth now, and nothing that wasn’t added', async () => {
    await openPaid();
    const charge = lastCharge();
    age(charge);
    const { stores } = world.server.services.domain;
    const [given] = await stores.billing.entries.list({
      where: { org_id: world.orgId, kind: 'plan_credit' },
    });
    // As if less had been included then.
    await stores.billing.entries.change({ id: given?.id ?? '' }, { amount: 7_000_001 });
    world.stripe.world.refund(charge.id, 2450);
    await world.deliver();
    expect((await world.ledger()).at(-1)).toEqual(['reversal', -350]);
    await stores.billing.entries.change({ id: given?.id ?? '' }, { reference: 'plan:other' });
    world.stripe.world.refund(charge.id, 2450);
    const entries = await world.ledger();
    await world.deliver();
    expect(await world.ledger()).toEqual(entries);
  });
});

it('a wrong key is said to be wrong, and is in no response and no log', async () => {
  const key = 'sk_test_wrong_0123456789';
  const lines: string[] = [];
  const env = { STRIPE_SECRET_KEY: key, LOG_LEVEL: 'debug' };
  world = await openPayingWorld(env, (line) => lines.push(line));
  const billing = await world.owner('GET', `${world.path}/billing`);
  expect(billing.body).toMatchObject({ missing: [], provider_problem: DETAIL.paymentKeyWrong });
  const refused = await world.owner('POST', `${world.path}/billing/checkout`, MONTHLY);
  expect([refused.status, refused.body.detail]).toEqual([503, DETAIL.paymentKeyWrong]);
  expect(billing.text + refused.text).not.toContain(key);
  // So is the secret of the webhook, if Stripe signs with another one.
  expect(await world.deliver([{ id: 'evt_1' }], { secret: 'whsec_other' })).toEqual([400]);
  const log = lines.join('');
  expect(log).toContain('Invalid API Key provided');
  expect(log).toContain('check STRIPE_WEBHOOK_SECRET');
  expect(log).not.toContain(key);
});

it('a deleted organisation pays for no further period', async () => {
  await openPaid();
  expect((await world.owner('DELETE', world.path)).status).toBe(204);
  await reconcile();
  expect(remote()).toMatchObject({ status: 'active', cancel_at_period_end: true });
});

it('an erased organisation ends its subscription at once, and is forgotten', async () => {
  await openPaid();
  await world.owner('DELETE', world.path);
  await world.server.services.domain.stores.org.allOrgs.delete({ id: world.orgId });
  await reconcile();
  expect(remote().status).toBe('canceled');
  const { subscriptions } = world.server.services.domain.stores.billing;
  expect(await subscriptions.find({ org_id: world.orgId })).toBeUndefined();
});

it('a lower plan that has begun can be lowered, raised and cancelled, although Stripe still keeps its schedule', async () => {
  await openPaid(TEAMS, 31);
  remote().discounts = ['di_1'];
  await world.change(MONTHLY);
  await world.pass(31);
  expect(await world.org()).toMatchObject({ plan: 'professional', pending_plan: null });
  expect(remote().schedule).not.toBeNull();
  // What was agreed upon at Stripe goes on with both prices.
  const { params } = world.stripe.requests.find(({ path }) => /_schedules\/\w+$/.test(path)) ?? {};
  const discounts = [{ discount: 'di_1' }];
  expect(params?.phases).toMatchObject([{ discounts }, { discounts }]);
  expect((await world.change(TEAMS)).body).toMatchObject({ ...TEAMS, pending_plan: null });
  expect((await world.change(MONTHLY)).body.pending_plan).toBe('professional');
  const cancelled = await world.owner('DELETE', `${world.path}/billing/plan`);
  expect(cancelled.body).toMatchObject({ pending_plan: 'free' });
});

it('an upgrade that is declined leaves the planned end or change as it was', async () => {
  await openPaid();
  await world.owner('DELETE', `${world.path}/billing/plan`);
  world.payWith('later');
  const upgrade = () => world.change(TEAMS);
  expect((await upgrade()).status).toBe(402);
  await world.deliver();
  expect(remote().cancel_at_period_end).toBe(true);
  expect((await world.billing()).cancels_at).not.toBeNull();

  world.payWith('good');
  const upgraded = (await upgrade()).body;
  expect(upgraded).toMatchObject({ plan: 'teams', cancels_at: null, pending_plan: null });
  await world.change(MONTHLY);
  world.payWith('later');
  expect((await world.change({ plan: 'teams', interval: 'yearly' })).status).toBe(402);
  await world.deliver();
  expect(await world.org()).toMatchObject({ plan: 'teams', pending_plan: 'professional' });
});
