import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { topUpAutomatically } from '#domain/billing/credit/auto-top-up.ts';
import { DETAIL } from '#domain/details.ts';
import { ApiError, type CardKind } from '../../../../tests/support/stripe/world.ts';
import { openPayingWorld, type PayingWorld } from './testing.ts';

const DOLLAR = 1_000_000;
const down = new ApiError(500, { type: 'api_error', message: 'Down' });

let world: PayingWorld;

beforeAll(async () => {
  world = await openPayingWorld();
  await buyOnPage(5);
}, 30_000);
beforeEach(async () => {
  Object.assign(world.stripe.fault, { next: undefined, of: undefined, lose: undefined });
  useCard('good');
  await world.deliver();
});
afterAll(() => world.close());

const topUp = (body: object, key?: string) =>
  world.owner('POST', `${world.path}/billing/top_up`, body, key ? { 'idempotency-key': key } : {});
const byCard = (key?: string) => topUp({ amount: 20 * DOLLAR, method: 'card' }, key);

async function openPage(dollars: number): Promise<string> {
  return (await topUp({ amount: dollars * DOLLAR, method: 'page' })).body.url;
}

async function buyOnPage(dollars: number) {
  world.stripe.completeCheckout(await openPage(dollars));
  await world.deliver();
}

/** The card that pays from now on. */
function useCard(kind: CardKind) {
  const { world: remote } = world.stripe;
  const [customer] = remote.tables.customers.values();
  if (!customer) throw new Error('No customer');
  customer.invoice_settings.default_payment_method = remote.addCard(kind, customer.id).id;
}

const charges = () =>
  [...world.stripe.world.tables.charges.values()].filter(({ status }) => status === 'succeeded');

/** By how much the balance and the number of payments change. */
async function changeBy(work: () => Promise<unknown>) {
  const [balance, paid] = [await world.balance(), charges().length];
  await work();
  return { dollars: ((await world.balance()) - balance) / DOLLAR, paid: charges().length - paid };
}

describe('credits that are bought on the payment page', () => {
  it('are there once, whether the notification comes before the person or after them', async () => {
    const back = () => world.owner('GET', `${world.path}/billing?refresh=true`);
    const first = await changeBy(async () => {
      world.stripe.completeCheckout(await openPage(10));
      await world.deliver();
      await back();
    });
    const second = await changeBy(async () => {
      world.stripe.completeCheckout(await openPage(10));
      await Promise.all([back(), back()]);
      await world.deliver();
      await world.deliver(world.stripe.world.events.slice(-5));
    });
    expect([first, second]).toEqual([
      { dollars: 10, paid: 1 },
      { dollars: 10, paid: 1 },
    ]);
  });

  it("aren't there if nobody pays, or the card is declined", async () => {
    const change = await changeBy(async () => {
      await openPage(10);
      const url = await openPage(10);
      expect(() => world.stripe.completeCheckout(url, 'declined')).toThrow('declined');
      await world.deliver();
      await world.owner('GET', `${world.path}/billing?refresh=true`);
    });
    expect(change).toEqual({ dollars: 0, paid: 0 });
  });
});

describe('credits that the saved card pays', () => {
  it('are paid once by two clicks with the same key', async () => {
    const change = await changeBy(async () => {
      const statuses = (await Promise.all([byCard('key-1'), byCard('key-1')])).map(
        ({ status }) => status,
      );
      // The second one is told to wait, or gets the response of the first one.
      expect(statuses).toContain(200);
      expect((await byCard('key-1')).headers['idempotent-replayed']).toBe('true');
    });
    expect(change).toEqual({ dollars: 20, paid: 1 });
  });

  it('are paid once if the payment was made, but its response was lost', async () => {
    const change = await changeBy(async () => {
      Object.assign(world.stripe.fault, { next: down, of: /^GET .*\/charges/ });
      expect((await byCard('key-2')).status).toBe(200);
      world.stripe.fault.next = undefined;
      await world.deliver();
    });
    expect(change).toEqual({ dollars: 20, paid: 1 });
  });

  it('are paid once if nobody learned that they were paid', async () => {
    const change = await changeBy(async () => {
      world.stripe.fault.lose = /^POST .*payment_intents/;
      expect((await byCard('key-3')).status).toBe(503);
      world.stripe.fault.lose = undefined;
      expect((await byCard('key-3')).status).toBe(200);
    });
    expect(change).toEqual({ dollars: 20, paid: 1 });
  });

  it.each([
    ['declined', 'Your card was declined.'],
    ['confirm', DETAIL.paymentUnconfirmed],
  ] as const)('cost nothing if the card is refused (%s)', async (kind, detail) => {
    useCard(kind);
    const change = await changeBy(async () => {
      const { status, body } = await byCard(`key-${kind}`);
      expect([status, body.code, body.detail]).toEqual([402, 'card_declined', detail]);
    });
    expect(change).toEqual({ dollars: 0, paid: 0 });
  });
});

describe('an automatic top-up', () => {
  const row = () =>
    world.server.services.domain.stores.billing.autoTopUps.find({ org_id: world.orgId });

  async function round(now = new Date()) {
    const { stores, payments } = world.server.services.domain;
    if (!payments.provider) throw new Error('No payments');
    await topUpAutomatically(stores, payments.provider, {
      now,
      signal: new AbortController().signal,
      report: () => undefined,
    });
  }

  beforeEach(async () => {
    await world.owner('GET', `${world.path}/billing?refresh=true`);
    const body = { is_on: true, threshold: 1000 * DOLLAR, amount: 20 * DOLLAR };
    const put = await world.owner('PUT', `${world.path}/billing/auto_top_up`, {
      ...body,
      monthly_cap: 10_000 * DOLLAR,
    });
    expect(put.status).toBe(200);
  });

  it('is paid once by two servers that look at the same time', async () => {
    expect(await changeBy(() => Promise.all([round(), round()]))).toEqual({ dollars: 20, paid: 1 });
    expect(await row()).toMatchObject({ attempt_id: null, is_on: true });
  });

  it('is paid once if the notification brings the credit before the payment is known', async () => {
    const change = await changeBy(async () => {
      world.stripe.fault.lose = /^POST .*payment_intents/;
      await round();
      expect((await row())?.attempt_id).not.toBeNull();
      world.stripe.fault.lose = undefined;
      await world.deliver();
      await round(new Date(Date.now() + 600_000));
    });
    expect(change).toEqual({ dollars: 20, paid: 1 });
    // Nothing is left to repeat, on a day when Stripe has forgotten the key.
    expect((await row())?.attempt_id).toBeNull();
  });

  it.each([
    ['declined', 'Your card was declined.'],
    ['confirm', DETAIL.paymentUnconfirmed],
  ] as const)(
    'is turned off by a card that is refused (%s), and owners are told',
    async (kind, reason) => {
      useCard(kind);
      const change = await changeBy(async () => {
        await round();
        await round(new Date(Date.now() + 600_000));
      });
      expect(change).toEqual({ dollars: 0, paid: 0 });
      expect(await row()).toMatchObject({ is_on: false, failure: reason, attempt_id: null });
      const { body } = await world.owner('GET', '/user/notification');
      const told = body.results.filter(({ detail }: { detail: string }) => detail === reason);
      expect(told).toHaveLength(1);
      expect(told[0].title).toMatch(/^Automatic top-up for .* was turned off$/);
    },
  );

  it('is turned off by a refund, which it would undo', async () => {
    await round();
    const [paid] = charges().toReversed();
    const change = await changeBy(async () => {
      world.stripe.world.refund(paid?.id ?? '', 2000);
      await world.deliver();
      await round();
    });
    expect(change).toEqual({ dollars: -20, paid: 0 });
    expect(await row()).toMatchObject({ is_on: false, failure: DETAIL.topUpReversed });
  });
});
