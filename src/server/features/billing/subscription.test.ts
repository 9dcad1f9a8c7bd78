import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPayingWorld, type PayingWorld } from './testing.ts';

const MONTHLY = { plan: 'professional', interval: 'monthly' };

describe('the life of a subscription', () => {
  let world: PayingWorld;
  beforeAll(async () => {
    world = await openPayingWorld();
  }, 30_000);
  afterAll(() => world.close());

  it('begins without one, on the free plan, with all prices', async () => {
    const billing = await world.billing();
    expect(billing).toMatchObject({
      plan: 'free',
      status: 'free',
      limits_of: 'free',
      trial_available: true,
      missing: [],
    });
    expect(billing.plans.map((plan: { prices: unknown }) => plan.prices)).toEqual([
      [],
      [
        { interval: 'monthly', amount: 49_000_000 },
        { interval: 'yearly', amount: 490_000_000 },
      ],
      [
        { interval: 'monthly', amount: 149_000_000 },
        { interval: 'yearly', amount: 1_490_000_000 },
      ],
    ]);
  });

  it('changes nothing if the card is declined in the checkout', async () => {
    const { body } = await world.owner('POST', `${world.path}/billing/checkout`, MONTHLY);
    expect(() => world.stripe.completeCheckout(body.url, 'declined')).toThrow('declined');
    await world.deliver();
    expect(await world.org()).toMatchObject({ plan: 'free', plan_status: 'free' });
  });

  it('starts with a trial, which brings no credit', async () => {
    await world.subscribe(MONTHLY);
    const org = await world.org();
    expect(org).toMatchObject({ plan: 'professional', plan_status: 'trialing' });
    const left = Date.parse(org.trial_ends_at) - Date.now();
    expect(Math.round(left / 86_400_000)).toBe(14);
    expect(await world.ledger()).toEqual([]);
    expect(await world.billing()).toMatchObject({
      limits_of: 'professional',
      card: { last4: '4242' },
    });
  });

  it('keeps its ETag when Stripe has no news', async () => {
    const { etag } = await world.billing();
    const again = await world.owner('GET', `${world.path}/billing?refresh=true`);
    expect(again.body.etag).toBe(etag);
  });

  it("doesn't start another one beside it", async () => {
    const again = await world.owner('POST', `${world.path}/billing/checkout`, MONTHLY);
    expect([again.status, again.body.code]).toEqual([409, 'plan_conflict']);
  });

  it('is active and brings credit when the trial has ended', async () => {
    await world.pass(15);
    expect(await world.org()).toMatchObject({ plan_status: 'active', trial_ends_at: null });
    expect(await world.ledger()).toEqual([['plan_credit', 2000]]);
  });

  it('is past due for a declined card, with a grace period in which its limits hold', async () => {
    world.payWith('later');
    await world.pass(31);
    const org = await world.org();
    expect(org.plan_status).toBe('past_due');
    const grace = Date.parse(org.grace_period_ends_at) - Date.now();
    expect(Math.round(grace / 86_400_000)).toBe(7);
    expect((await world.billing()).limits_of).toBe('professional');
    // Another attempt to collect doesn't prolong it.
    await world.pass(3);
    expect((await world.org()).grace_period_ends_at).toBe(org.grace_period_ends_at);
    expect(await world.ledger()).toEqual([['plan_credit', 2000]]);
  });

  it('refuses another plan while an invoice is unpaid', async () => {
    const { status, body } = await world.change({ plan: 'teams', interval: 'monthly' });
    expect([status, body.code]).toEqual([409, 'plan_conflict']);
  });

  it('has the limits of the free plan after the grace period', async () => {
    const { orgs } = world.server.services.domain.stores.org;
    const { grace_period_ends_at } = await world.org();
    const past = new Date(Date.now() - 1000).toISOString();
    await orgs.change({ id: world.orgId }, { grace_period_ends_at: past });
    expect((await world.billing()).limits_of).toBe('free');
    await orgs.change({ id: world.orgId }, { grace_period_ends_at });
  });

  it('recovers with another card, which pays the invoice', async () => {
    const { body } = await world.owner('POST', `${world.path}/billing/card`);
    world.stripe.confirmSetup(body.client_secret);
    await world.deliver();
    expect(await world.org()).toMatchObject({ plan_status: 'active', grace_period_ends_at: null });
    expect((await world.billing()).card.last4).toBe('4242');
    expect(await world.ledger()).toEqual([
      ['plan_credit', 2000],
      ['plan_credit', 2000],
    ]);
  });

  it('changes to a lower plan only at the end of the period', async () => {
    // Teams first. The local clock is behind Stripe's, so the remote subscription is changed there.
    const { stores } = world.server.services.domain;
    const row = await stores.billing.subscriptions.find({ org_id: world.orgId });
    const remote = world.stripe.world.find('subscriptions', row?.subscription_id ?? '');
    const [item] = remote.items.data;
    if (item) item.price = { ...item.price, id: 'price_teams_monthly' };
    world.stripe.world.emit('customer.subscription.updated', remote);
    await world.deliver();
    expect((await world.org()).plan).toBe('teams');

    const preview = await world.owner(
      'GET',
      `${world.path}/billing/preview?plan=professional&interval=monthly`,
    );
    expect(preview.body).toMatchObject({ takes_effect: 'period_end', due_today: 0 });
    const { status, body } = await world.change(MONTHLY);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      plan: 'teams',
      pending_plan: 'professional',
      pending_plan_interval: 'monthly',
    });
    expect(body.pending_plan_date).toBe(body.period_ends_at);
    // It can be undone, and done again.
    const kept = await world.owner('POST', `${world.path}/billing/plan/resume`);
    expect(kept.body).toMatchObject({ plan: 'teams', pending_plan: null });
    await world.change(MONTHLY);
    await world.pass(31);
    expect(await world.org()).toMatchObject({ plan: 'professional', pending_plan: null });
    expect(await world.ledger()).toEqual([
      ['plan_credit', 2000],
      ['plan_credit', 2000],
      ['plan_credit', 2000],
    ]);
  });

  it('ends with its period when it is cancelled', async () => {
    const { body } = await world.owner('DELETE', `${world.path}/billing/plan`);
    expect(body).toMatchObject({ plan: 'professional', pending_plan: 'free' });
    expect(body.cancels_at).toBe(body.period_ends_at);
    await world.pass(32);
    expect(await world.org()).toMatchObject({
      plan: 'free',
      plan_status: 'canceled',
      pending_plan: null,
    });
    expect((await world.billing()).limits_of).toBe('free');
  });

  it('gives no second trial', async () => {
    expect((await world.billing()).trial_available).toBe(false);
    await world.subscribe(MONTHLY);
    expect((await world.org()).plan_status).toBe('active');
  });

  it('has added up to the cent', async () => {
    const total = (await world.ledger()).reduce((sum, [, cents]) => sum + cents, 0);
    expect(total).toBe(4 * 2000);
    // Nobody has spent anything of it, or of the free credit.
    expect(await world.balance()).toBe(4 * 20_000_000 + 5_000_000);
    const invoices = (await world.owner('GET', `${world.path}/billing/invoice`)).body.results;
    const paid = invoices.filter((one: { status: string }) => one.status === 'paid');
    expect(paid.map((one: { total: number }) => one.total / 10_000)).toEqual([
      4900, 4900, 4900, 4900, 0,
    ]);
  });
});

describe('changes of plan', () => {
  let world: PayingWorld;
  beforeAll(async () => {
    world = await openPayingWorld();
    // Without a trial, so that there is something to prorate.
    await world.owner('POST', `${world.path}/billing/portal`);
    const { subscriptions } = world.server.services.domain.stores.billing;
    await subscriptions.change({ org_id: world.orgId }, { had_trial: true });
    await world.subscribe(MONTHLY);
  }, 30_000);
  afterAll(() => world.close());

  it('change nothing if the card is declined', async () => {
    world.payWith('later');
    const { status, body } = await world.change({ plan: 'teams', interval: 'monthly' });
    expect([status, body.code]).toEqual([402, 'card_declined']);
    expect((await world.org()).plan).toBe('professional');
    world.payWith('good');
  });

  it('cost what the preview said, and bring credit in proportion', async () => {
    const query = 'plan=teams&interval=monthly';
    for (const customer of world.stripe.world.tables.customers.values()) customer.balance = -500;
    const preview = (await world.owner('GET', `${world.path}/billing/preview?${query}`)).body;
    expect(preview).toMatchObject({ takes_effect: 'now', next_amount: 149_000_000 });
    const lines = preview.lines.map(({ amount }: { amount: number }) => amount);
    expect(lines.reduce((sum: number, amount: number) => sum + amount)).toBe(preview.due_today);
    const before = await world.balance();
    const { body } = await world.change({
      plan: 'teams',
      interval: 'monthly',
      prorated_at: preview.prorated_at,
    });
    expect(body).toMatchObject({ plan: 'teams', interval: 'monthly' });
    const paid = [...world.stripe.world.tables.charges.values()].at(-1);
    expect((paid?.amount ?? 0) * 10_000).toBe(preview.due_today);
    // The rest of the month is nearly all of it: $60 instead of $20.
    expect(Math.round(((await world.balance()) - before) / 1_000_000)).toBe(40);
  });

  it('are refused to the second of two tabs', async () => {
    const { etag } = await world.billing();
    const yearly = { plan: 'teams', interval: 'yearly' };
    const changes = await Promise.all([
      world.change(yearly, { 'if-match': etag }),
      world.change(MONTHLY, { 'if-match': etag }),
    ]);
    expect(changes.map(({ status }) => status).sort()).toEqual([200, 412]);
    const after = await world.change(MONTHLY, { 'if-match': etag });
    expect([after.status, after.body.code]).toEqual([412, 'precondition_failed']);
  });

  it('are refused while another one is in progress', async () => {
    const { subscriptions } = world.server.services.domain.stores.billing;
    const changing_until = new Date(Date.now() + 60_000).toISOString();
    await subscriptions.change({ org_id: world.orgId }, { changing_until });
    const { status, body } = await world.owner('DELETE', `${world.path}/billing/plan`);
    expect([status, body.code]).toEqual([409, 'plan_conflict']);
    await subscriptions.change({ org_id: world.orgId }, { changing_until: null });
  });

  it('take back the credit of refunds and disputes, and give back that of disputes that were won', async () => {
    const { world: remote } = world.stripe;
    const [first] = [...remote.tables.charges.values()].filter(
      ({ status }) => status === 'succeeded',
    );
    if (!first) throw new Error('No charge');
    const before = await world.balance();
    remote.refund(first.id, 1633);
    remote.refund(first.id, 1633);
    remote.refund(first.id, 1634);
    await world.deliver();
    await world.deliver(remote.events.slice(-6));
    // In three parts, and exactly all of it.
    expect(before - (await world.balance())).toBe(20_000_000);
    const charges = [...remote.tables.charges.values()];
    const last = charges.filter(({ status }) => status === 'succeeded').at(-1);
    const disputed = await world.balance();
    const dispute = remote.dispute(last?.id ?? '');
    await world.deliver();
    expect(await world.balance()).toBeLessThan(disputed);
    remote.closeDispute(dispute.id, 'won');
    await world.deliver();
    expect(await world.balance()).toBe(disputed);
  });

  it('refuse a tax ID that is wrong, and keep the one before', async () => {
    const path = `${world.path}/billing/tax_id`;
    const good = await world.owner('PUT', path, { type: 'eu_vat', value: 'DE123456789' });
    expect(good.body.tax_id).toEqual({ type: 'eu_vat', value: 'DE123456789' });
    const bad = await world.owner('PUT', path, { type: 'eu_vat', value: 'nonsense' });
    expect([bad.status, bad.body.errors[0].pointer]).toEqual([400, '/value']);
    expect((await world.billing()).tax_id.value).toBe('DE123456789');
    expect((await world.owner('DELETE', path)).body.tax_id).toBeNull();
  });

  it('show a tax ID of any type that was entered on a payment page, and replace only that', async () => {
    const remote = world.stripe.world;
    const path = `${world.path}/billing/tax_id`;
    const mine = { type: 'eu_vat', value: 'DE123456789' };
    await world.owner('PUT', path, mine);
    remote.now += 60;
    const [customer] = remote.tables.customers.keys();
    remote.addTaxId(customer ?? '', 'de_stn', '1234567890');
    await world.deliver();
    expect((await world.billing()).tax_id).toEqual({ type: 'de_stn', value: '1234567890' });
    // Only the one that is shown is removed.
    expect((await world.owner('DELETE', path)).body.tax_id).toEqual(mine);
    // Saving it again changes nothing.
    const before = [...remote.tables.taxIds.keys()];
    expect((await world.owner('PUT', path, mine)).body.tax_id).toEqual(mine);
    expect([...remote.tables.taxIds.keys()]).toEqual(before);
  });
});
