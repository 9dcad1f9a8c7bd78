import type Stripe from 'stripe';
import { complete } from './complete.ts';

/** Seconds. */
const DAY = 86_400;

/**
 * How a card behaves: `later` is accepted when it is added, and declined when it is charged; `confirm` pays only if
 * somebody is there to confirm it.
 */
export type CardKind = 'good' | 'declined' | 'later' | 'confirm';
const LAST4: Readonly<Record<CardKind, string>> = {
  ...{ good: '4242', declined: '0002', later: '0341', confirm: '3184' },
};

export const PRICES = {
  /** That of earlier subscriptions. */
  price_professional_past: { amount: 3900, interval: 'month' },
  price_professional_monthly: { amount: 4900, interval: 'month' },
  price_professional_yearly: { amount: 49_000, interval: 'year' },
  price_teams_monthly: { amount: 14_900, interval: 'month' },
  price_teams_yearly: { amount: 149_000, interval: 'year' },
} as const;
export type PriceId = keyof typeof PRICES;

/** An error as Stripe's API returns it. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: { type: string; code?: string; message: string; param?: string };

  constructor(status: number, body: ApiError['body']) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

export const declined = (code = 'card_declined') =>
  new ApiError(402, {
    type: 'card_error',
    code,
    message: 'Your card was declined.',
  });

export const missing = (kind: string, id: string) =>
  new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
  });

/** Objects by id. They are typed as Stripe's, but have only the fields that somebody reads. */
export interface Tables {
  customers: Map<string, Stripe.Customer>;
  subscriptions: Map<string, Stripe.Subscription>;
  schedules: Map<string, Stripe.SubscriptionSchedule>;
  invoices: Map<string, Stripe.Invoice>;
  charges: Map<string, Stripe.Charge>;
  disputes: Map<string, Stripe.Dispute>;
  sessions: Map<string, Stripe.Checkout.Session>;
  setups: Map<string, Stripe.SetupIntent>;
  methods: Map<string, Stripe.PaymentMethod>;
  taxIds: Map<string, Stripe.TaxId>;
}

/** What Stripe keeps, and the time there. Each change notes an event, which somebody else sends. */
export class StripeWorld {
  /** Seconds since 1970. */
  now = Math.floor(Date.now() / 1000);
  /** That of prices, and of subscriptions that begin. */
  currency = 'usd';
  readonly events: Stripe.Event[] = [];
  readonly refunds: Stripe.Refund[] = [];
  readonly tables: Tables = {
    customers: new Map(),
    subscriptions: new Map(),
    schedules: new Map(),
    invoices: new Map(),
    charges: new Map(),
    disputes: new Map(),
    sessions: new Map(),
    setups: new Map(),
    methods: new Map(),
    taxIds: new Map(),
  };
  #last = 0;

  id(prefix: string): string {
    this.#last += 1;
    return `${prefix}_${String(this.#last).padStart(6, '0')}`;
  }

  find<Name extends keyof Tables>(
    name: Name,
    id: string,
  ): Tables[Name] extends Map<string, infer T> ? T : never {
    const found = this.tables[name].get(id);
    if (!found) throw missing(name, id);
    return found as never;
  }

  emit(type: string, object: object): void {
    this.events.push({
      id: this.id('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: this.now,
      type,
      livemode: false,
      pending_webhooks: 1,
      request: null,
      // As it is now: a late event shows an old state.
      data: { object: complete(structuredClone(object), this.now) },
    } as unknown as Stripe.Event);
  }

  addCard(kind: CardKind, customer: string): Stripe.PaymentMethod {
    const id = this.id('pm');
    const card = {
      ...{ brand: 'visa', last4: LAST4[kind], exp_month: 4, exp_year: 2030 },
      funding: 'credit',
    };
    const method = { id, object: 'payment_method', type: 'card', customer, card };
    this.tables.methods.set(id, method as unknown as Stripe.PaymentMethod);
    return method as unknown as Stripe.PaymentMethod;
  }

  /** Payment pages add tax IDs of any type. */
  addTaxId(customer: string, type: string, value: string): Stripe.TaxId {
    const id = this.id('txi');
    const made = { id, object: 'tax_id', created: this.now, customer, type, value };
    this.tables.taxIds.set(id, made as unknown as Stripe.TaxId);
    this.emit('customer.tax_id.created', made);
    return made as unknown as Stripe.TaxId;
  }

  /** The card that pays for a customer. */
  cardOf(customer: string, own?: unknown): Stripe.PaymentMethod | undefined {
    const found = this.find('customers', customer).invoice_settings.default_payment_method;
    return this.tables.methods.get(String(own ?? found ?? ''));
  }

  /**
   * Takes money from a customer's card.
   * @throws ApiError 402 if the card is declined
   */
  charge(
    customer: string,
    amount: number,
    metadata: Record<string, string> = {},
    { method = this.cardOf(customer), isPresent = false } = {},
  ): Stripe.Charge {
    const isUnconfirmed = method?.card?.last4 === LAST4.confirm && !isPresent;
    const isGood =
      method?.card?.last4 === LAST4.good || (method?.card?.last4 === LAST4.confirm && isPresent);
    const charge = {
      id: this.id('ch'),
      object: 'charge',
      amount,
      amount_refunded: 0,
      created: this.now,
      currency: 'usd',
      customer,
      disputed: false,
      metadata,
      payment_intent: this.id('pi'),
      refunds: { object: 'list', data: [], has_more: false },
      status: isGood ? 'succeeded' : 'failed',
    } as unknown as Stripe.Charge;
    this.tables.charges.set(charge.id, charge);
    this.emit(isGood ? 'charge.succeeded' : 'charge.failed', charge);
    if (!isGood) throw declined(isUnconfirmed ? 'authentication_required' : undefined);
    return charge;
  }

  refund(chargeId: string, amount: number): void {
    const charge = this.find('charges', chargeId);
    const refund = {
      id: this.id('re'),
      object: 'refund',
      amount,
      charge: chargeId,
      created: this.now,
      status: 'succeeded',
    };
    this.refunds.push(refund as Stripe.Refund);
    const own = this.refunds.filter((one) => one.charge === chargeId).reverse();
    Object.assign(charge.refunds ?? {}, { data: own.slice(0, 10), has_more: own.length > 10 });
    charge.amount_refunded += amount;
    this.emit('charge.refunded', charge);
    this.emit('refund.created', refund);
  }

  dispute(chargeId: string): Stripe.Dispute {
    const charge = this.find('charges', chargeId);
    charge.disputed = true;
    const dispute = {
      id: this.id('dp'),
      object: 'dispute',
      amount: charge.amount,
      charge: chargeId,
      created: this.now,
      status: 'needs_response',
    } as unknown as Stripe.Dispute;
    this.tables.disputes.set(dispute.id, dispute);
    this.emit('charge.dispute.created', dispute);
    return dispute;
  }

  closeDispute(id: string, status: 'won' | 'lost'): void {
    const dispute = this.find('disputes', id);
    dispute.status = status;
    this.emit('charge.dispute.closed', dispute);
  }
}

/** The end of a period that begins at a time. */
export function periodEnd(start: number, price: PriceId): number {
  const date = new Date(start * 1000);
  if (PRICES[price].interval === 'year') date.setUTCFullYear(date.getUTCFullYear() + 1);
  else date.setUTCMonth(date.getUTCMonth() + 1);
  return Math.floor(date.getTime() / 1000);
}

export function days(count: number): number {
  return count * DAY;
}
