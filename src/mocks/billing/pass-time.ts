import { DAY_MS } from '#core/limits.ts';
import type { PlanChoice } from '#generated/model/index.ts';
import { timestamp } from '../store.ts';
import type { PretendCustomer } from './pretend-customer.ts';
import { newInvoice, PERIOD_DAYS, priceOf, TEST_CARD } from './pretend-prices.ts';

/** The last digits of a card that is declined when charged, like Stripe's test card. */
export const DECLINED = '0341';

interface Line {
  choice: PlanChoice;
  amount: number;
}

/** Whether a period has ended that hasn't been processed yet. */
export function isDue({ subscription }: PretendCustomer, now = Date.now()): boolean {
  if (!subscription?.period_ends_at || Date.parse(subscription.period_ends_at) > now) return false;
  return subscription.status === 'trialing' || subscription.status === 'active';
}

/** Processes everything that is due: ends periods, and starts the next ones with an invoice. */
export function passTime(customer: PretendCustomer, now = Date.now()): void {
  while (customer.subscription && isDue(customer, now)) {
    const { subscription } = customer;
    if (subscription.cancels_at !== null) {
      subscription.status = 'canceled';
      return;
    }
    const { pending } = subscription;
    if (pending) subscription.choice = { plan: pending.plan, interval: pending.interval };
    const { choice, period_ends_at } = subscription;
    if (!choice || period_ends_at === null) return;
    const start = Date.parse(period_ends_at);
    subscription.pending = null;
    subscription.trial_ends_at = null;
    subscription.period_ends_at = timestamp(start + PERIOD_DAYS[choice.interval] * DAY_MS);
    const isPaid = pay(customer, [{ choice, amount: priceOf(choice) }], start);
    subscription.status = isPaid ? 'active' : 'past_due';
  }
}

/** Charges the card. @returns whether it was paid; otherwise the invoice is open */
export function pay(customer: PretendCustomer, lines: readonly Line[], at = Date.now()): boolean {
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  if (amount <= 0) return true;
  const isPaid = customer.card?.last4 !== DECLINED;
  const invoice = newInvoice(customer.invoices.length + 1, amount, at);
  customer.invoices.unshift(isPaid ? invoice : { ...invoice, status: 'open' });
  if (isPaid) book(customer, { id: invoice.id, created_at: invoice.created_at, lines });
  return isPaid;
}

/** Adds a default card, and charges it for unpaid invoices. */
export function addCard(customer: PretendCustomer): void {
  customer.card = TEST_CARD;
  const { subscription, invoices } = customer;
  const choice = subscription?.choice;
  if (!choice) return;
  for (const invoice of invoices.filter(({ status }) => status === 'open')) {
    invoice.status = 'paid';
    book(customer, { ...invoice, lines: [{ choice, amount: invoice.total }] });
  }
  if (subscription.status === 'past_due') subscription.status = 'active';
}

function book(
  customer: PretendCustomer,
  { id, created_at, lines }: { id: string; created_at: string; lines: readonly Line[] },
): void {
  customer.payments = [
    ...customer.payments,
    {
      ...{ id, kind: 'plan', created_at, reversals: [] },
      amount: lines.reduce((sum, line) => sum + line.amount, 0),
      lines: lines.map((line) => ({ ...line, price: priceOf(line.choice) })),
    },
  ];
}
