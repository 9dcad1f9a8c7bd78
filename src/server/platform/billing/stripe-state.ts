import type Stripe from 'stripe';
import { MICROS } from '#core/billing/money.ts';
import type { CustomerState, Price, Subscription } from '#domain/billing/payments.port.ts';
import type { Invoice, PaymentCard, PlanChoice } from '#generated/model/index.ts';
import { CENT, type StripePrices } from './stripe-prices.ts';

type Status = Subscription['status'];
const STATUS: Readonly<Record<string, Status>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'canceled',
  incomplete: 'incomplete',
  incomplete_expired: 'incomplete',
};
const LIVE: readonly (Status | undefined)[] = ['trialing', 'active', 'past_due'];

/** Reads the state of a customer, without their payments. */
export async function readCustomer(
  stripe: Stripe,
  prices: StripePrices,
  customer: string,
): Promise<Omit<CustomerState, 'payments'>> {
  const [found, subscriptions] = await Promise.all([
    stripe.customers.retrieve(customer, {
      expand: ['invoice_settings.default_payment_method', 'tax_ids'],
    }),
    stripe.subscriptions.list({
      customer,
      status: 'all',
      limit: 10,
      expand: ['data.schedule', 'data.default_payment_method'],
    }),
  ]);
  // A live subscription takes precedence over newer ones that have ended or were never paid.
  const [latest] = subscriptions.data;
  const chosen =
    subscriptions.data.find(({ status }) => LIVE.includes(STATUS[status])) ??
    subscriptions.data.find(({ status }) => status === 'canceled') ??
    latest;
  const isGone = found.deleted === true;
  const tax = isGone ? undefined : newest(found.tax_ids?.data);
  return {
    subscription: chosen ? await toSubscription(chosen, prices) : null,
    card:
      cardOf(chosen?.default_payment_method) ??
      (isGone ? null : cardOf(found.invoice_settings.default_payment_method)),
    tax_id: tax?.value ? { type: tax.type, value: tax.value } : null,
  };
}

async function toSubscription(
  found: Stripe.Subscription,
  prices: StripePrices,
): Promise<Subscription> {
  const [item] = found.items.data;
  const price = await prices.find(item?.price.id);
  const period_ends_at = timeOf(item?.current_period_end);
  // With a schedule, this may be the end of a phase, after which the subscription continues.
  const cancelsAt = found.schedule ? null : timeOf(found.cancel_at);
  return {
    id: found.id,
    choice: choiceOf(price),
    price: price?.amount || null,
    status: STATUS[found.status] ?? 'past_due',
    trial_ends_at: timeOf(found.trial_end),
    had_trial: found.trial_start !== null,
    period_ends_at,
    cancels_at: cancelsAt ?? (found.cancel_at_period_end ? period_ends_at : null),
    pending: await pendingOf(found.schedule, prices),
  };
}

/** The next change of a schedule. */
export async function pendingOf(
  schedule: Stripe.Subscription['schedule'],
  prices: StripePrices,
): Promise<Subscription['pending']> {
  if (!schedule || typeof schedule === 'string' || !schedule.current_phase) return null;
  const { end_date } = schedule.current_phase;
  const next = schedule.phases.find(({ start_date }) => start_date >= end_date);
  const choice = choiceOf(await prices.find(idOf(next?.items[0]?.price)));
  return choice ? { ...choice, date: timeOf(end_date) ?? '' } : null;
}

export function choiceOf(price: Price | null): PlanChoice | null {
  return price && { plan: price.plan, interval: price.interval };
}

/**
 * The tax ID that is shown and set here. Customers may have up to five: payment pages add what is entered there.
 */
export function newest(taxIds: readonly Stripe.TaxId[] = []): Stripe.TaxId | undefined {
  return taxIds.toSorted((a, b) => b.created - a.created)[0];
}

/** Converts an invoice to the contract's format. */
export function toInvoice(invoice: Stripe.Invoice): Invoice {
  return {
    id: invoice.id,
    number: invoice.number,
    status: (invoice.status ?? 'draft') as Invoice['status'],
    total: invoice.total * CENT,
    refunded: invoice.post_payment_credit_notes_amount * CENT,
    created_at: timeOf(invoice.created) ?? '',
    url: invoice.hosted_invoice_url ?? null,
    pdf_url: invoice.invoice_pdf ?? null,
  };
}

export function cardOf(
  method: string | Stripe.PaymentMethod | null | undefined,
): PaymentCard | null {
  if (!method || typeof method === 'string' || !method.card) return null;
  const { brand, last4, exp_month, exp_year } = method.card;
  return { brand, last4, exp_month, exp_year };
}

export function idOf(thing: string | { id: string } | null | undefined): string | undefined {
  return typeof thing === 'string' ? thing : thing?.id;
}

export function timeOf(seconds: number | null | undefined): string | null {
  return seconds ? new Date(seconds * 1000).toISOString() : null;
}

export function secondsOf(time: string): number {
  return Math.floor(Date.parse(time) / 1000);
}

/** Rounds micro-dollars to whole cents. */
export function centsOf(micros: number): number {
  return Math.round((micros * 100) / MICROS);
}
