import type Stripe from 'stripe';
import {
  ApiError,
  days,
  declined,
  PRICES,
  type PriceId,
  periodEnd,
  type StripeWorld,
} from './world.ts';

/** When an unpaid invoice is tried again, in days after the first attempt; after the last, the subscription ends. */
const RETRY_DAYS = [3, 5, 7, 14];

interface Line {
  price: PriceId;
  amount: number;
  text: string;
  period: { start: number; end: number };
}

type Item = Stripe.SubscriptionItem & { price: { id: PriceId } };

function itemOf(subscription: Stripe.Subscription): Item {
  return subscription.items.data[0] as Item;
}

/** Starts a subscription. Its first invoice is due at once, or after the trial. @throws ApiError 402 */
export function subscribe(
  world: StripeWorld,
  {
    customer,
    price,
    trialDays,
    card,
  }: { customer: string; price: PriceId; trialDays: number; card: string },
): Stripe.Subscription {
  const trialEnd = trialDays > 0 ? world.now + days(trialDays) : null;
  const end = trialEnd ?? periodEnd(world.now, price);
  const id = world.id('sub');
  const made = {
    id,
    object: 'subscription',
    cancel_at: null,
    cancel_at_period_end: false,
    created: world.now,
    currency: world.currency,
    customer,
    default_payment_method: card,
    items: {
      object: 'list',
      data: [newItem(world, { subscription: id, price, start: world.now, end })],
      has_more: false,
    },
    schedule: null,
    status: trialEnd === null ? 'active' : 'trialing',
    trial_end: trialEnd,
    trial_start: trialEnd === null ? null : world.now,
  } as unknown as Stripe.Subscription;
  const lines =
    trialEnd === null ? [wholePeriod(price, world.now, end)] : [trialLine(price, world.now, end)];
  invoice(world, made, 'subscription_create', lines, 'now');
  world.tables.subscriptions.set(id, made);
  world.emit('customer.subscription.created', made);
  return made;
}

function newItem(
  world: StripeWorld,
  {
    subscription,
    price,
    start,
    end,
  }: { subscription: string; price: PriceId; start: number; end: number },
): Item {
  return {
    id: world.id('si'),
    object: 'subscription_item',
    price: { id: price, object: 'price' },
    subscription,
    current_period_start: start,
    current_period_end: end,
    quantity: 1,
  } as unknown as Item;
}

function wholePeriod(price: PriceId, start: number, end: number): Line {
  return { price, amount: PRICES[price].amount, text: `1 × ${price}`, period: { start, end } };
}

function trialLine(price: PriceId, start: number, end: number): Line {
  return { price, amount: 0, text: `Trial period for ${price}`, period: { start, end } };
}

/** What a change of price costs at a time. */
export function changeLines(subscription: Stripe.Subscription, price: PriceId, at: number): Line[] {
  const {
    price: before,
    current_period_start: start,
    current_period_end: end,
  } = itemOf(subscription);
  if (subscription.status === 'trialing') return [];
  if (at < start || at > end)
    throw new ApiError(400, {
      type: 'invalid_request_error',
      message: 'The proration date must be in the current period.',
      param: 'proration_date',
    });
  const share = (end - at) / (end - start);
  const isNewPeriod = PRICES[before.id].interval !== PRICES[price].interval;
  const unused = -Math.round(PRICES[before.id].amount * share);
  const rest = isNewPeriod ? PRICES[price].amount : Math.round(PRICES[price].amount * share);
  const until = isNewPeriod ? periodEnd(at, price) : end;
  return [
    {
      price: before.id,
      amount: unused,
      text: `Unused time on ${before.id}`,
      period: { start: at, end },
    },
    { price, amount: rest, text: `Remaining time on ${price}`, period: { start: at, end: until } },
  ];
}

/** @throws ApiError 402 if it can't be paid; then nothing is changed */
export function changePrice(
  world: StripeWorld,
  subscription: Stripe.Subscription,
  { price, at, isPending = false }: { price: PriceId; at: number | undefined; isPending?: boolean },
): void {
  if (at !== undefined) {
    const lines = changeLines(subscription, price, at);
    if (isPending) {
      const unpaid = invoice(world, subscription, 'subscription_update', lines, 'later');
      const pending_update = { expires_at: world.now + days(1) - 3600, subscription_items: null };
      subscription.pending_update = pending_update as unknown as Stripe.Subscription.PendingUpdate;
      PENDING.set(unpaid, () => applyPrice(world, subscription, price, at));
      world.emit('customer.subscription.updated', subscription);
      return;
    }
    try {
      invoice(world, subscription, 'subscription_update', lines, 'now');
    } catch (error) {
      const isUnconfirmed = error instanceof ApiError && error.body.code === UNCONFIRMED;
      throw isUnconfirmed ? declined(`subscription_payment_intent_requires_action`) : error;
    }
  }
  applyPrice(world, subscription, price, at);
}

const UNCONFIRMED = 'authentication_required';
/** What happens when an invoice is paid for which a change waits. */
const PENDING = new WeakMap<Stripe.Invoice, () => void>();

function applyPrice(
  world: StripeWorld,
  subscription: Stripe.Subscription,
  price: PriceId,
  at: number | undefined,
): void {
  const item = itemOf(subscription);
  if (at !== undefined && PRICES[item.price.id].interval !== PRICES[price].interval) {
    item.current_period_start = at;
    item.current_period_end = periodEnd(at, price);
  }
  item.price = { ...item.price, id: price };
  subscription.pending_update = null;
  world.emit('customer.subscription.updated', subscription);
}

/** The owner of the card pays on the invoice's page, where they can confirm it with their bank. */
export function payHosted(world: StripeWorld, made: Stripe.Invoice): void {
  pay(world, made, subscriptionOf(world, made), true);
  world.emit('invoice.paid', made);
  PENDING.get(made)?.();
}

/** Ends a subscription at once, as Stripe's dashboard can. */
export function endNow(world: StripeWorld, subscription: Stripe.Subscription): void {
  subscription.status = 'canceled';
  subscription.ended_at = world.now;
  world.emit('customer.subscription.deleted', subscription);
}

/**
 * An invoice, paid if possible. What is negative is credited to the customer.
 * @param when `now`: a declined card is an error, and the invoice is not made; `later`: it waits for its payment;
 * otherwise it is tried, and tried again
 */
function invoice(
  world: StripeWorld,
  subscription: Stripe.Subscription,
  billing_reason: string,
  lines: readonly Line[],
  when: 'now' | 'later' | 'tried',
): Stripe.Invoice {
  const customer = world.find('customers', String(subscription.customer));
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const before = customer.balance;
  const due = Math.max(0, total + before);
  const id = world.id('in');
  const made = {
    id,
    object: 'invoice',
    amount_due: due,
    amount_paid: 0,
    attempt_count: 0,
    billing_reason,
    created: world.now,
    currency: world.currency,
    customer: customer.id,
    hosted_invoice_url: `https://invoice.stripe.com/i/${id}`,
    invoice_pdf: `https://pay.stripe.com/invoice/${id}/pdf`,
    lines: { object: 'list', data: lines.map((line) => toLine(world, id, line)), has_more: false },
    next_payment_attempt: null,
    number: `TL-${id.slice(-4)}`,
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id },
    },
    payments: { object: 'list', data: [], has_more: false },
    post_payment_credit_notes_amount: 0,
    starting_balance: before,
    status: 'open',
    total,
  } as unknown as Stripe.Invoice;
  if (when === 'now') pay(world, made, subscription);
  customer.balance = Math.min(0, before + total);
  world.tables.invoices.set(id, made);
  world.emit('invoice.created', made);
  if (when === 'tried') tryToPay(world, made, subscription);
  if (when === 'now') world.emit('invoice.paid', made);
  return made;
}

export function toLine(world: StripeWorld, invoice: string, { price, amount, text, period }: Line) {
  return {
    id: world.id('il'),
    object: 'line_item',
    amount,
    currency: world.currency,
    description: text,
    invoice,
    period,
    pricing: { type: 'price_details', price_details: { price, product: 'prod_1' } },
  };
}

/** @throws ApiError 402 */
function pay(
  world: StripeWorld,
  made: Stripe.Invoice,
  subscription: Stripe.Subscription,
  isPresent = false,
): void {
  if (made.amount_due > 0) {
    const card = world.cardOf(String(made.customer), subscription.default_payment_method);
    const { payment_intent } = world.charge(
      String(made.customer),
      made.amount_due,
      {},
      { method: card, isPresent },
    );
    made.payments?.data.push({
      id: world.id('inpay'),
      object: 'invoice_payment',
      invoice: made.id,
      payment: { type: 'payment_intent', payment_intent },
      status: 'paid',
    } as unknown as Stripe.InvoicePayment);
  }
  made.amount_paid = made.amount_due;
  made.status = 'paid';
}

/** Pays an invoice, or leaves it unpaid. @returns whether it is paid */
export function tryToPay(
  world: StripeWorld,
  made: Stripe.Invoice,
  subscription: Stripe.Subscription,
): boolean {
  try {
    pay(world, made, subscription);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const wait = RETRY_DAYS[made.attempt_count];
    made.next_payment_attempt = wait === undefined ? null : made.created + days(wait);
    made.attempt_count += 1;
    subscription.status = wait === undefined ? 'canceled' : 'past_due';
    world.emit('invoice.payment_failed', made);
    world.emit(
      wait === undefined ? 'customer.subscription.deleted' : 'customer.subscription.updated',
      subscription,
    );
    return false;
  }
  made.next_payment_attempt = null;
  if (subscription.status !== 'canceled') subscription.status = 'active';
  world.emit('invoice.paid', made);
  world.emit('customer.subscription.updated', subscription);
  return true;
}

/** Lets time pass, and everything happen that is due meanwhile, in its order. */
export function advance(world: StripeWorld, until: number): void {
  for (;;) {
    const due = [...nextOf(world)].sort((a, b) => a.at - b.at)[0];
    if (!due || due.at > until) break;
    world.now = Math.max(world.now, due.at);
    due.happen();
  }
  world.now = until;
}

function* nextOf(world: StripeWorld): Generator<{ at: number; happen: () => void }> {
  for (const subscription of world.tables.subscriptions.values()) {
    if (subscription.status === 'canceled') continue;
    const at = itemOf(subscription).current_period_end;
    yield { at, happen: () => endPeriod(world, subscription) };
  }
  for (const made of world.tables.invoices.values()) {
    if (made.status !== 'open' || made.next_payment_attempt === null) continue;
    const subscription = subscriptionOf(world, made);
    yield {
      at: made.next_payment_attempt,
      happen: () => void tryToPay(world, made, subscription),
    };
  }
}

export function subscriptionOf(world: StripeWorld, made: Stripe.Invoice): Stripe.Subscription {
  return world.find('subscriptions', String(made.parent?.subscription_details?.subscription));
}

function endPeriod(world: StripeWorld, subscription: Stripe.Subscription): void {
  const item = itemOf(subscription);
  if (subscription.cancel_at_period_end) {
    endNow(world, subscription);
    return;
  }
  enterPhase(world, subscription, item);
  const { price, current_period_end: start } = item;
  const end = periodEnd(start, price.id);
  item.current_period_start = start;
  item.current_period_end = end;
  if (subscription.status === 'trialing') subscription.status = 'active';
  invoice(world, subscription, 'subscription_cycle', [wholePeriod(price.id, start, end)], 'tried');
}

/** Begins the next phase of a schedule. It keeps the subscription until the last one has ended. */
function enterPhase(world: StripeWorld, subscription: Stripe.Subscription, item: Item): void {
  if (!subscription.schedule) return;
  const schedule = world.find('schedules', String(subscription.schedule));
  const next = schedule.phases.find(({ start_date }) => start_date >= item.current_period_end);
  if (!next) {
    release(world, schedule);
    return;
  }
  item.price = { ...item.price, id: String(next.items[0]?.price) as PriceId };
  schedule.current_phase = { start_date: next.start_date, end_date: next.end_date };
  world.emit('subscription_schedule.updated', schedule);
}

export function release(world: StripeWorld, schedule: Stripe.SubscriptionSchedule): void {
  schedule.status = 'released';
  const subscription = world.find('subscriptions', String(schedule.subscription));
  subscription.schedule = null;
  world.emit('subscription_schedule.released', schedule);
  world.emit('customer.subscription.updated', subscription);
}
