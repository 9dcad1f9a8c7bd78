import type Stripe from 'stripe';
import { listOf, objectOf, type Params, textOf } from './form.ts';
import {
  changeLines,
  changePrice,
  endNow,
  release,
  subscriptionOf,
  toLine,
  tryToPay,
} from './subscriptions.ts';
import {
  ApiError,
  declined,
  missing,
  PRICES,
  type PriceId,
  periodEnd,
  type StripeWorld,
  type Tables,
} from './world.ts';

type Handler = (world: StripeWorld, params: Params, id: string, inner: string) => object;

const TAX_ID = /^[A-Z]{2}[A-Z0-9]{6,}$/;

/** The parts of Stripe's API that the server uses. */
export const ROUTES: readonly (readonly [method: string, path: RegExp, handler: Handler])[] = [
  ['POST', /^\/v1\/customers$/, createCustomer],
  ['GET', /^\/v1\/customers\/(\w+)$/, (world, _params, id) => withTaxIds(world, id)],
  ['POST', /^\/v1\/customers\/(\w+)$/, updateCustomer],
  [
    'GET',
    /^\/v1\/customers\/(\w+)\/tax_ids$/,
    (world, params, id) => page(taxIdsOf(world, id), params),
  ],
  ['POST', /^\/v1\/customers\/(\w+)\/tax_ids$/, createTaxId],
  ['GET', /^\/v1\/customers\/(\w+)\/payment_methods$/, listMethods],
  ['DELETE', /^\/v1\/customers\/(\w+)\/tax_ids\/(\w+)$/, deleteTaxId],
  ['GET', /^\/v1\/prices\/(\w+)$/, (world, _params, id) => priceOf(world, id)],
  ['GET', /^\/v1\/subscriptions$/, listSubscriptions],
  ['GET', /^\/v1\/subscriptions\/(\w+)$/, (world, _params, id) => world.find('subscriptions', id)],
  ['POST', /^\/v1\/subscriptions\/(\w+)$/, updateSubscription],
  ['DELETE', /^\/v1\/subscriptions\/(\w+)$/, endSubscription],
  ['POST', /^\/v1\/subscription_schedules$/, createSchedule],
  ['POST', /^\/v1\/subscription_schedules\/(\w+)\/release$/, releaseSchedule],
  ['POST', /^\/v1\/subscription_schedules\/(\w+)$/, updateSchedule],
  ['GET', /^\/v1\/checkout\/sessions$/, (world, params) => list(world, 'sessions', params)],
  ['POST', /^\/v1\/checkout\/sessions$/, createSession],
  ['POST', /^\/v1\/checkout\/sessions\/(\w+)\/expire$/, expireSession],
  ['POST', /^\/v1\/billing_portal\/sessions$/, createPortal],
  ['POST', /^\/v1\/invoices\/create_preview$/, previewInvoice],
  ['GET', /^\/v1\/invoices$/, (world, params) => list(world, 'invoices', params)],
  ['GET', /^\/v1\/invoices\/(\w+)$/, (world, _params, id) => world.find('invoices', id)],
  ['POST', /^\/v1\/invoices\/(\w+)\/pay$/, payInvoice],
  ['GET', /^\/v1\/invoice_payments$/, listInvoicePayments],
  ['GET', /^\/v1\/charges$/, (world, params) => list(world, 'charges', params)],
  ['GET', /^\/v1\/charges\/(\w+)$/, (world, _params, id) => world.find('charges', id)],
  ['GET', /^\/v1\/refunds$/, listRefunds],
  ['GET', /^\/v1\/disputes$/, (world, params) => list(world, 'disputes', params)],
  ['GET', /^\/v1\/setup_intents$/, (world, params) => list(world, 'setups', params)],
  ['POST', /^\/v1\/setup_intents$/, createSetup],
  ['POST', /^\/v1\/setup_intents\/(\w+)$/, updateSetup],
  ['POST', /^\/v1\/payment_intents$/, createPayment],
];

function createCustomer(world: StripeWorld, params: Params): object {
  const made = {
    id: world.id('cus'),
    object: 'customer',
    balance: 0,
    created: world.now,
    invoice_settings: { default_payment_method: null },
    metadata: objectOf(params, 'metadata'),
    name: textOf(params, 'name'),
  } as unknown as Stripe.Customer;
  world.tables.customers.set(made.id, made);
  world.emit('customer.created', made);
  return made;
}

function updateCustomer(world: StripeWorld, params: Params, id: string): object {
  const found = world.find('customers', id);
  const card = textOf(objectOf(params, 'invoice_settings'), 'default_payment_method');
  if (card !== undefined) found.invoice_settings.default_payment_method = card;
  world.emit('customer.updated', found);
  return found;
}

function withTaxIds(world: StripeWorld, id: string): object {
  const found = world.find('customers', id);
  if ('deleted' in found) return { id, object: 'customer', deleted: true };
  return { ...found, tax_ids: { object: 'list', data: taxIdsOf(world, id), has_more: false } };
}

function taxIdsOf({ tables }: StripeWorld, customer: string): Stripe.TaxId[] {
  return [...tables.taxIds.values()].filter((one) => one.customer === customer).reverse();
}

function createTaxId(world: StripeWorld, params: Params, customer: string): object {
  const value = textOf(params, 'value') ?? '';
  if (!TAX_ID.test(value))
    throw new ApiError(400, {
      type: 'invalid_request_error',
      code: 'tax_id_invalid',
      message: `Invalid value for ${textOf(params, 'type')}.`,
      param: 'value',
    });
  return world.addTaxId(customer, textOf(params, 'type') ?? '', value);
}

function deleteTaxId(world: StripeWorld, _params: Params, _customer: string, id: string): object {
  world.emit('customer.tax_id.deleted', world.find('taxIds', id));
  world.tables.taxIds.delete(id);
  return { id, object: 'tax_id', deleted: true };
}

function priceOf({ currency }: StripeWorld, id: string): object {
  const price = PRICES[id as PriceId];
  if (!price) throw missing('price', id);
  const recurring = { interval: price.interval, interval_count: 1, usage_type: 'licensed' };
  return { id, object: 'price', currency, unit_amount: price.amount, recurring };
}

function listSubscriptions(world: StripeWorld, params: Params): object {
  const isAll = textOf(params, 'status') === 'all';
  const { status: _status, ...rest } = params;
  const { data, ...page } = list(world, 'subscriptions', rest) as { data: Stripe.Subscription[] };
  return { ...page, data: data.filter(({ status }) => isAll || status !== 'canceled') };
}

function updateSubscription(world: StripeWorld, params: Params, id: string): object {
  const found = world.find('subscriptions', id);
  const [item] = listOf(params, 'items');
  const ends = textOf(params, 'cancel_at_period_end');
  if (ends !== undefined && found.schedule)
    throw refused(
      `The subscription is managed by the subscription schedule \`${found.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  const price = item && (textOf(item, 'price') as PriceId);
  if (price) {
    const at = textOf(params, 'proration_date');
    const isPending = textOf(params, 'payment_behavior') === 'pending_if_incomplete';
    changePrice(world, found, { price, at: at === undefined ? undefined : Number(at), isPending });
  }
  if (ends !== undefined) found.cancel_at_period_end = ends === 'true';
  const card = textOf(params, 'default_payment_method');
  if (card !== undefined) found.default_payment_method = card;
  if (!price) world.emit('customer.subscription.updated', found);
  return found;
}

function endSubscription(world: StripeWorld, _params: Params, id: string): object {
  const found = world.find('subscriptions', id);
  endNow(world, found);
  return found;
}

function listInvoicePayments(world: StripeWorld, params: Params): object {
  const intent = textOf(objectOf(params, 'payment'), 'payment_intent');
  const all = [...world.tables.invoices.values()].flatMap(({ payments }) => payments?.data ?? []);
  return page(all.filter(({ payment }) => payment.payment_intent === intent).reverse(), params);
}

function listRefunds(world: StripeWorld, params: Params): object {
  const charge = textOf(params, 'charge');
  const found = world.refunds.filter(
    (one) => isSince(one, params) && (charge === undefined || one.charge === charge),
  );
  return page(found.reverse(), params);
}

function listMethods(world: StripeWorld, params: Params, customer: string): object {
  const rows = [...world.tables.methods.values()].filter((one) => one.customer === customer);
  return page(rows.reverse(), params);
}

function createSchedule(world: StripeWorld, params: Params): object {
  const subscription = world.find('subscriptions', textOf(params, 'from_subscription') ?? '');
  if (subscription.schedule)
    throw refused(
      `You cannot migrate a subscription that is already attached to a schedule: ${subscription.schedule}`,
    );
  const [item] = subscription.items.data;
  const period = { start_date: item?.current_period_start, end_date: item?.current_period_end };
  const discounts = (subscription.discounts ?? []).map((discount) => ({
    ...{ coupon: null, discount, promotion_code: null },
  }));
  const made = {
    id: world.id('sub_sched'),
    object: 'subscription_schedule',
    current_phase: period,
    customer: subscription.customer,
    phases: [{ ...period, discounts, items: [{ price: item?.price.id, quantity: 1 }] }],
    status: 'active',
    subscription: subscription.id,
  } as unknown as Stripe.SubscriptionSchedule;
  world.tables.schedules.set(made.id, made);
  subscription.schedule = made.id;
  world.emit('subscription_schedule.created', made);
  return made;
}

function updateSchedule(world: StripeWorld, params: Params, id: string): object {
  const found = world.find('schedules', id);
  let start = Number(found.current_phase?.start_date);
  if (found.status !== 'active')
    throw refused(`You cannot update a subscription schedule in the ${found.status} status.`);
  if (Number(textOf(listOf(params, 'phases')[0] ?? {}, 'start_date')) !== start)
    throw refused('You can not modify the start date of the current phase.');
  found.phases = listOf(params, 'phases').map((phase) => {
    const items = listOf(phase, 'items').map((item) => ({ price: textOf(item, 'price') }));
    const given = textOf(phase, 'end_date');
    const end = given ? Number(given) : periodEnd(start, items[0]?.price as PriceId);
    const made = { items, start_date: start, end_date: end };
    start = end;
    return made as unknown as Stripe.SubscriptionSchedule.Phase;
  });
  world.emit('subscription_schedule.updated', found);
  world.emit(
    'customer.subscription.updated',
    world.find('subscriptions', String(found.subscription)),
  );
  return found;
}

function releaseSchedule(world: StripeWorld, _params: Params, id: string): object {
  const found = world.find('schedules', id);
  release(world, found);
  return found;
}

function createSession(world: StripeWorld, params: Params): object {
  const customer = world.find('customers', textOf(params, 'customer') ?? '');
  if ('deleted' in customer) throw missing('customer', customer.id);
  const id = world.id('cs_test');
  const [line] = listOf(params, 'line_items');
  const made = {
    id,
    object: 'checkout.session',
    customer: customer.id,
    mode: textOf(params, 'mode'),
    status: 'open',
    success_url: textOf(params, 'success_url'),
    cancel_url: textOf(params, 'cancel_url'),
    url: `/checkout/${id}`,
    // For whoever completes it; Stripe has these elsewhere.
    asked: {
      price: line && textOf(line, 'price'),
      amount: line && Number(textOf(objectOf(line, 'price_data'), 'unit_amount')),
      trialDays: Number(textOf(objectOf(params, 'subscription_data'), 'trial_period_days') ?? 0),
      metadata: objectOf(objectOf(params, 'payment_intent_data'), 'metadata'),
    },
  };
  world.tables.sessions.set(id, made as unknown as Stripe.Checkout.Session);
  return made;
}

function expireSession(world: StripeWorld, _params: Params, id: string): object {
  const found = world.find('sessions', id);
  found.status = 'expired';
  return found;
}

function createPortal(world: StripeWorld, params: Params): object {
  const url = textOf(params, 'return_url');
  const customer = textOf(params, 'customer');
  return { id: world.id('bps'), object: 'billing_portal.session', customer, url };
}

function previewInvoice(world: StripeWorld, params: Params): object {
  const subscription = world.find('subscriptions', textOf(params, 'subscription') ?? '');
  const details = objectOf(params, 'subscription_details');
  const [item] = listOf(details, 'items');
  const price = (item && textOf(item, 'price')) as PriceId;
  const lines = changeLines(subscription, price, Number(textOf(details, 'proration_date')));
  return {
    id: 'upcoming_in_1',
    object: 'invoice',
    customer: subscription.customer,
    lines: {
      object: 'list',
      data: lines.map((line) => toLine(world, 'upcoming_in_1', line)),
      has_more: false,
    },
    starting_balance: world.find('customers', String(subscription.customer)).balance,
    total: lines.reduce((sum, { amount }) => sum + amount, 0),
  };
}

function payInvoice(world: StripeWorld, _params: Params, id: string): object {
  const found = world.find('invoices', id);
  if (!tryToPay(world, found, subscriptionOf(world, found))) throw declined();
  return found;
}

function createSetup(world: StripeWorld, params: Params): object {
  const id = world.id('seti');
  const made = {
    id,
    object: 'setup_intent',
    client_secret: `${id}_secret_1`,
    customer: textOf(params, 'customer'),
    metadata: objectOf(params, 'metadata'),
    payment_method: null,
    status: 'requires_payment_method',
  };
  world.tables.setups.set(id, made as unknown as Stripe.SetupIntent);
  return made;
}

function updateSetup(world: StripeWorld, params: Params, id: string): object {
  const found = world.find('setups', id);
  found.metadata = { ...found.metadata, ...(objectOf(params, 'metadata') as Stripe.Metadata) };
  return found;
}

function createPayment(world: StripeWorld, params: Params): object {
  // Methods of the dashboard may lead people to another website, to which they must come back.
  const redirects = textOf(objectOf(params, 'automatic_payment_methods'), 'allow_redirects');
  if (redirects !== 'never' && textOf(params, 'return_url') === undefined)
    throw refused('You must provide a `return_url` when confirming this PaymentIntent.');
  const metadata = objectOf(params, 'metadata') as Record<string, string>;
  const customer = textOf(params, 'customer') ?? '';
  const charge = world.charge(customer, Number(textOf(params, 'amount')), metadata);
  return { id: charge.payment_intent, object: 'payment_intent', status: 'succeeded', customer };
}

const refused = (message: string) => new ApiError(400, { type: 'invalid_request_error', message });

/** A page of a table, newest first. Other parameters are conditions. */
function list(world: StripeWorld, name: keyof Tables, params: Params): object {
  const {
    limit: _limit,
    starting_after: _after,
    expand: _expand,
    created: _created,
    ...conditions
  } = params;
  const rows = [...world.tables[name].values()] as { id: string; created: number }[];
  const found = rows.filter(
    (row) =>
      isSince(row, params) &&
      Object.entries(conditions).every(([key, value]) => row[key as never] === value),
  );
  return page(found.reverse(), params);
}

function isSince({ created }: { created: number }, params: Params): boolean {
  const since = textOf(objectOf(params, 'created'), 'gte');
  return since === undefined || created >= Number(since);
}

function page(rows: readonly { id: string }[], params: Params): object {
  const after = textOf(params, 'starting_after');
  const start = after === undefined ? 0 : rows.findIndex(({ id }) => id === after) + 1;
  const limit = Number(textOf(params, 'limit') ?? 10);
  const data = rows.slice(start, start + limit);
  return { object: 'list', data, has_more: rows.length > start + limit };
}
