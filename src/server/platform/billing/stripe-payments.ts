import type Stripe from 'stripe';
import type { Payment, PaymentEvent, Reversal } from '#domain/billing/payments.port.ts';
import { orMissing } from './stripe-client.ts';
import { CENT, type StripePrices } from './stripe-prices.ts';
import { choiceOf, idOf, timeOf } from './stripe-state.ts';

/** How many past payments of a customer are read. Reversals of older ones are read when an event names them. */
const INVOICES = 20;
const CHARGES = 100;
const PAGE = 100;
/** How old refunds may be whose webhooks got lost, and disputes, which take months. */
const REFUNDS_SECONDS = 30 * 86_400;
const DISPUTES_SECONDS = 120 * 86_400;
/** The maximum number of each. */
const RECENT_MAX = 500;

/** The metadata value that marks payments for credits. */
export const TOP_UP = 'top_up';

/** The latest successful payments of a customer, oldest first. */
export async function readPayments(
  stripe: Stripe,
  prices: StripePrices,
  customer: string,
): Promise<Payment[]> {
  const [invoices, charges] = await Promise.all([
    stripe.invoices.list({
      customer,
      status: 'paid',
      limit: INVOICES,
      expand: ['data.payments'],
    }),
    stripe.charges.list({ customer, limit: CHARGES, expand: ['data.refunds'] }),
  ]);
  const settled = await withReversals(stripe, charges.data);
  const plans = await Promise.all(
    invoices.data.map((invoice) => toPlan(prices, invoice, paidBy(invoice, settled))),
  );
  const topUps = settled.filter(({ charge }) => isTopUp(charge)).map(toTopUp);
  return [...plans, ...topUps].reverse();
}

/**
 * The payment that a charge is part of, however old it is.
 * @returns null if it is neither for a plan nor for credits
 */
export async function readPayment(
  stripe: Stripe,
  prices: StripePrices,
  chargeId: string,
): Promise<Payment | null> {
  const charge = await orMissing(stripe.charges.retrieve(chargeId, { expand: ['refunds'] }));
  if (!charge) return null;
  const [settled] = await withReversals(stripe, [charge]);
  if (!settled) return null;
  if (isTopUp(charge)) return toTopUp(settled);
  const payment_intent = idOf(charge.payment_intent);
  if (payment_intent === undefined) return null;
  const payment = { type: 'payment_intent', payment_intent };
  const [found] = (await stripe.invoicePayments.list({ payment, limit: 1 })).data;
  const id = idOf(found?.invoice);
  if (id === undefined) return null;
  const invoice = await stripe.invoices.retrieve(id, { expand: ['payments'] });
  if (invoice.status !== 'paid') return null;
  // All charges of the invoice, because their reversals share its credit.
  const charges = await Promise.all(
    [...intentsOf(invoice)].map((intent) =>
      stripe.charges.list({ payment_intent: intent, expand: ['data.refunds'] }),
    ),
  );
  const all = charges.flatMap(({ data }) => data);
  return toPlan(prices, invoice, await withReversals(stripe, all));
}

/** A successful charge, and what was returned of it. */
interface Settled {
  charge: Stripe.Charge;
  reversals: Reversal[];
}

function withReversals(stripe: Stripe, charges: readonly Stripe.Charge[]): Promise<Settled[]> {
  const settled = charges.filter(({ status }) => status === 'succeeded');
  return Promise.all(
    settled.map(async (charge) => ({ charge, reversals: await reversalsOf(stripe, charge) })),
  );
}

/** The payment intents that paid an invoice. */
function intentsOf({ payments }: Stripe.Invoice): Set<string> {
  const ids = payments?.data.map(({ payment }) => idOf(payment.payment_intent)) ?? [];
  return new Set(ids.filter((id) => id !== undefined));
}

function paidBy(invoice: Stripe.Invoice, settled: readonly Settled[]): Settled[] {
  const intents = intentsOf(invoice);
  return settled.filter(({ charge }) => intents.has(idOf(charge.payment_intent) ?? ''));
}

async function toPlan(
  prices: StripePrices,
  invoice: Stripe.Invoice,
  settled: readonly Settled[],
): Promise<Payment> {
  return {
    id: invoice.id,
    kind: 'plan',
    amount: invoice.amount_paid * CENT,
    lines: await Promise.all(invoice.lines.data.map((line) => toPaidLine(line, prices))),
    created_at: timeOf(invoice.created) ?? '',
    reversals: settled.flatMap(({ reversals }) => reversals),
  };
}

async function toPaidLine(
  { amount, pricing, currency }: Stripe.InvoiceLineItem,
  prices: StripePrices,
): Promise<Payment['lines'][number]> {
  // Lines billed in another currency, through Stripe's dashboard, can't be compared with our prices.
  const id = currency === 'usd' ? idOf(pricing?.price_details?.price) : undefined;
  const price = await prices.find(id);
  return { choice: choiceOf(price), amount: amount * CENT, price: price?.amount ?? 0 };
}

function isTopUp({ metadata }: Stripe.Charge): boolean {
  return metadata.kind === TOP_UP;
}

function toTopUp({ charge, reversals }: Settled): Payment {
  return {
    id: idOf(charge.payment_intent) ?? charge.id,
    kind: 'top_up',
    amount: charge.amount * CENT,
    lines: [{ choice: null, amount: Number(charge.metadata.credit), price: 0 }],
    created_at: timeOf(charge.created) ?? '',
    reversals,
  };
}

/** Refunds and disputes of all customers. Each status of one is an event, which is processed once. */
export async function recentReversals(stripe: Stripe): Promise<PaymentEvent[]> {
  const now = Math.floor(Date.now() / 1000);
  const since = (seconds: number) => ({ created: { gte: now - seconds }, limit: PAGE });
  const limit = { limit: RECENT_MAX };
  const [refunds, disputes] = await Promise.all([
    stripe.refunds.list(since(REFUNDS_SECONDS)).autoPagingToArray(limit),
    stripe.disputes.list(since(DISPUTES_SECONDS)).autoPagingToArray(limit),
  ]);
  return [...refunds, ...disputes].map(({ id, object, status, charge }) => ({
    id: `${id} ${status}`,
    type: object,
    customer: null,
    charge: idOf(charge) ?? null,
  }));
}

/** Refunds and disputes of a charge, oldest first. */
async function reversalsOf(stripe: Stripe, charge: Stripe.Charge): Promise<Reversal[]> {
  const refunds = (await refundsOf(stripe, charge))
    // If a refund fails later, we keep the money.
    .map(({ id, amount, created, status }) => {
      const isFinal = status === 'succeeded' || status === 'pending';
      return { id, amount: amount * CENT, created, isFinal };
    });
  if (!charge.disputed && refunds.length === 0) return [];
  const disputes = charge.disputed
    ? (await stripe.disputes.list({ charge: charge.id, limit: PAGE })).data
        // These are inquiries from the bank, which don't withdraw money.
        .filter(({ status }) => !status.startsWith('warning_'))
        .map(({ id, amount, created, status }) => {
          return { id, amount: amount * CENT, created, isFinal: status !== 'won' };
        })
    : [];
  return [...refunds, ...disputes]
    .sort((a, b) => a.created - b.created || a.id.localeCompare(b.id))
    .map(({ id, amount, isFinal }) => ({ id, amount, isFinal }));
}

/** A charge contains only its latest ten refunds. Each one's share of the credit depends on those before it. */
async function refundsOf(stripe: Stripe, { id, refunds }: Stripe.Charge): Promise<Stripe.Refund[]> {
  if (!refunds?.has_more) return refunds?.data ?? [];
  const found: Stripe.Refund[] = [];
  for await (const refund of stripe.refunds.list({ charge: id, limit: PAGE })) found.push(refund);
  return found;
}
