import Stripe from 'stripe';
import type { CustomerState, PaymentProvider } from '#domain/billing/payments.port.ts';
import { DETAIL } from '#domain/details.ts';
import { ProblemError } from '#domain/problem.ts';
import type { ClientSettings, InvoiceLine, PlanChoice } from '#generated/model/index.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { adoptCard, payingCard, readNewCard } from './stripe-cards.ts';
import { changeIfPaid } from './stripe-changes.ts';
import { atStripe, createStripeClient, orMissing } from './stripe-client.ts';
import { endAll, keepLastCheckout } from './stripe-endings.ts';
import { readStripeEvent } from './stripe-events.ts';
import { readPayment, readPayments, recentReversals, TOP_UP } from './stripe-payments.ts';
import { CENT, createStripePrices } from './stripe-prices.ts';
import { goingOn, releaseSchedule, scheduleChange } from './stripe-schedules.ts';
import {
  cardOf,
  centsOf,
  newest,
  pendingOf,
  readCustomer,
  secondsOf,
  timeOf,
  toInvoice,
} from './stripe-state.ts';

interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  apiUrl: string;
  /** Whether Stripe calculates taxes on subscriptions. */
  hasTax: boolean;
  settings: ClientSettings;
  outbound: Pick<Outbound, 'send'>;
  /** Receives errors that aren't the caller's fault. */
  report: (error: unknown) => void;
}

/** The state of a customer who was deleted in Stripe's dashboard, along with their subscriptions. */
const NOTHING: CustomerState = { subscription: null, payments: [], card: null, tax_id: null };
/**
 * Checkout pages use dollars in every country, because the rest of the product does, and accept only cards, because
 * cards can be charged without the customer present.
 */
const BY_CARD = {
  currency: 'usd',
  adaptive_pricing: { enabled: false },
  allowed_payment_method_types: ['card'],
} satisfies Partial<Stripe.Checkout.SessionCreateParams>;

/** The payment provider for Stripe. */
export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const { settings, report } = options;
  const stripe = createStripeClient(options.secretKey, options.apiUrl, options.outbound);
  const prices = createStripePrices(stripe, settings);

  const schedule = (subscription: string, choice: PlanChoice, key: string) =>
    scheduleChange(stripe, subscription, {
      price: prices.idOf(choice),
      interval: choice.interval,
      key,
    });

  /** Undoes any scheduled change or cancellation. */
  async function goOn(subscription: string): Promise<void> {
    const found = await stripe.subscriptions.retrieve(subscription);
    await releaseSchedule(stripe, found);
    const change = goingOn(found);
    if (Object.keys(change).length > 0) await stripe.subscriptions.update(subscription, change);
  }

  const provider: PaymentProvider = {
    prices: () => prices.all(),
    async problem() {
      const modes = [options.secretKey, settings.stripe_publishable_key].map(modeOf);
      const isMixed = modes[0] && modes[1] && modes[0] !== modes[1];
      return isMixed ? DETAIL.paymentKeysDiffer : prices.problem();
    },

    async findCustomer(id) {
      const found = await orMissing(stripe.customers.retrieve(id));
      if (!found) return 'elsewhere';
      return found.deleted ? 'deleted' : 'here';
    },

    async createCustomer({ id, name }, replaces) {
      const key = { idempotencyKey: ['customer', id, replaces].filter(Boolean).join('-') };
      return (await stripe.customers.create({ name, metadata: { org_id: id } }, key)).id;
    },

    async read(customer) {
      if ((await stripe.customers.retrieve(customer)).deleted) return NOTHING;
      await readNewCard(stripe, customer);
      const [read, payments] = await Promise.all([
        readCustomer(stripe, prices, customer),
        readPayments(stripe, prices, customer),
      ]);
      const state = { ...read, payments };
      if (state.card !== null || state.payments.length === 0) return state;
      return { ...state, card: cardOf(await adoptCard(stripe, customer)) };
    },

    readPayment: (charge) => readPayment(stripe, prices, charge),

    recentReversals: () => recentReversals(stripe),

    readEvent: (body, signature) =>
      readStripeEvent(stripe, { body, signature, secret: options.webhookSecret }),

    async startCheckout(customer, choice, { key, trialDays, returnTo }) {
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          customer,
          line_items: [{ price: prices.idOf(choice), quantity: 1 }],
          success_url: returnTo.done,
          cancel_url: returnTo.left,
          payment_method_collection: 'always',
          automatic_tax: { enabled: options.hasTax },
          tax_id_collection: { enabled: true },
          customer_update: { name: 'auto', address: 'auto' },
          ...BY_CARD,
          ...(trialDays > 0 && { subscription_data: { trial_period_days: trialDays } }),
        },
        { idempotencyKey: `checkout-${key}` },
      );
      await keepLastCheckout(stripe, customer);
      return session.url ?? '';
    },

    async startTopUp(customer, amount, { key, returnTo }) {
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          customer,
          line_items: [
            {
              price_data: {
                currency: 'usd',
                product_data: { name: 'Credits' },
                unit_amount: centsOf(amount),
              },
              quantity: 1,
            },
          ],
          success_url: returnTo.done,
          cancel_url: returnTo.left,
          payment_intent_data: {
            setup_future_usage: 'off_session',
            metadata: { kind: TOP_UP, credit: String(amount) },
          },
          tax_id_collection: { enabled: true },
          customer_update: { name: 'auto', address: 'auto' },
          ...BY_CARD,
        },
        { idempotencyKey: `top-up-${key}` },
      );
      return session.url ?? '';
    },

    async topUp(customer, amount, { key }) {
      const method = await payingCard(stripe, customer);
      const made = await stripe.paymentIntents.create(
        {
          customer,
          amount: centsOf(amount),
          currency: 'usd',
          confirm: true,
          off_session: true,
          // Nobody is present to be redirected to another website.
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          ...(method !== undefined && { payment_method: method }),
          metadata: { kind: TOP_UP, credit: String(amount) },
        },
        { idempotencyKey: `top-up-${key}` },
      );
      return made.id;
    },

    async openPortal(customer, returnTo) {
      try {
        const page = { customer, return_url: returnTo };
        return (await stripe.billingPortal.sessions.create(page)).url;
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        report(error);
        throw new ProblemError('unavailable', DETAIL.portalMissing, { cause: error });
      }
    },

    async preview(subscription, choice, at) {
      const { items, status } = await stripe.subscriptions.retrieve(subscription);
      const [item] = items.data;
      const price = prices.idOf(choice);
      const invoice = await stripe.invoices.createPreview({
        subscription,
        subscription_details: {
          items: [{ ...(item && { id: item.id }), price }],
          ...prorated(status, at),
        },
      });
      const known = (await prices.all()).find(
        ({ plan, interval }) => plan === choice.plan && interval === choice.interval,
      );
      const isTrial = status === 'trialing';
      const end = Math.max(...invoice.lines.data.map(({ period }) => period.end), 0);
      return {
        due_today: isTrial ? 0 : (invoice.total + (invoice.starting_balance ?? 0)) * CENT,
        lines: isTrial ? [] : linesOf(invoice),
        next_amount: known?.amount ?? 0,
        next_date: isTrial ? timeOf(item?.current_period_end) : timeOf(end),
      };
    },

    async changeNow(subscription, choice, { at, key }) {
      const found = await stripe.subscriptions.retrieve(subscription, { expand: ['schedule'] });
      const planned = await pendingOf(found.schedule, prices);
      const [item] = found.items.data;
      const items = [{ ...(item && { id: item.id }), price: prices.idOf(choice) }];
      const change = { items, ...prorated(found.status, at) };
      await releaseSchedule(stripe, found);
      try {
        await changeIfPaid(stripe, subscription, { change, goesOn: goingOn(found), key });
      } catch (error) {
        // If the card is declined, nothing changes, so the scheduled change is kept. While a payment is pending, there
        // can be no schedule.
        if (planned && !(error instanceof ProblemError))
          await schedule(subscription, planned, `again-${key}`).catch(report);
        throw error;
      }
    },

    async changeLater(subscription, choice, { key }) {
      await goOn(subscription);
      await schedule(subscription, choice, key);
    },

    async cancel(subscription) {
      await releaseSchedule(stripe, await stripe.subscriptions.retrieve(subscription));
      await stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    },

    resume: goOn,

    endAll: (customer) => endAll(stripe, customer),

    async listInvoices(customer, { limit, after }) {
      const found = await stripe.invoices.list({
        customer,
        limit,
        ...(after !== undefined && { starting_after: after }),
      });
      return { invoices: found.data.map(toInvoice), hasMore: found.has_more };
    },

    async startCardSetup(customer) {
      const made = await stripe.setupIntents.create({
        customer,
        usage: 'off_session',
        allowed_payment_method_types: ['card'],
        metadata: { kind: 'card' },
      });
      return made.client_secret ?? '';
    },

    async setTaxId(customer, taxId) {
      const before = newest((await stripe.customers.listTaxIds(customer)).data);
      if (before?.type === taxId?.type && before?.value === taxId?.value) return;
      // Adds the new one first, so that the old one stays if the new one is invalid.
      if (taxId) await stripe.customers.createTaxId(customer, taxId);
      // Someone else may have removed it in the meantime.
      if (before) await orMissing(stripe.customers.deleteTaxId(customer, before.id));
    },
  };
  return withProblems(provider, report);
}

/** The lines of an invoice, which add up to the amount due. */
function linesOf({ lines: { data }, total, starting_balance }: Stripe.Invoice): InvoiceLine[] {
  const lines = data.map(({ description, amount }) => ({ text: description ?? '', amount }));
  const rest = total - lines.reduce((sum, { amount }) => sum + amount, 0);
  const others = [
    { text: 'Taxes and discounts', amount: rest },
    { text: 'Balance of earlier invoices', amount: starting_balance ?? 0 },
  ];
  return [...lines, ...others.filter(({ amount }) => amount !== 0)].map(({ text, amount }) => ({
    text,
    amount: amount * CENT,
  }));
}

/** `test` or `live`, according to a Stripe key. */
function modeOf(key: string): string | undefined {
  return /^[a-z]+_(?:org_)?(test|live)_/.exec(key)?.[1];
}

/** Nothing has been paid during a trial, so there is nothing to prorate. */
function prorated(status: string, at: string) {
  if (status === 'trialing') return { proration_behavior: 'none' as const };
  return { proration_behavior: 'always_invoice' as const, proration_date: secondsOf(at) };
}

/** Wraps the provider so that Stripe's errors become problems. */
function withProblems(
  provider: PaymentProvider,
  report: (error: unknown) => void,
): PaymentProvider {
  const methods = Object.entries(provider) as [string, (...given: never[]) => Promise<unknown>][];
  const wrapped = methods.map(([name, method]) => [
    name,
    (...given: never[]) => atStripe(() => method(...given), report),
  ]);
  return Object.fromEntries(wrapped) as PaymentProvider;
}
