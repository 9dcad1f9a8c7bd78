import type { Price } from '#domain/billing/payments.port.ts';
import type { Invoice, PlanChoice } from '#generated/model/index.ts';
import { timestamp } from '../store.ts';

export const PRICES: readonly Price[] = [
  { plan: 'professional', interval: 'monthly', amount: 49_000_000 },
  { plan: 'professional', interval: 'yearly', amount: 490_000_000 },
  { plan: 'teams', interval: 'monthly', amount: 149_000_000 },
  { plan: 'teams', interval: 'yearly', amount: 1_490_000_000 },
];
export const PERIOD_DAYS = { monthly: 30, yearly: 365 } as const;
export const TEST_CARD = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030 };

export function priceOf({ plan, interval }: PlanChoice): number {
  return PRICES.find((one) => one.plan === plan && one.interval === interval)?.amount ?? 0;
}

/** @param number the number of the customer's invoice */
export function newInvoice(number: number, total: number, at = Date.now()): Invoice {
  const name = String(number).padStart(4, '0');
  return {
    id: `in_${at}_${number}`,
    number: `TL-${name}`,
    status: 'paid',
    total,
    refunded: 0,
    created_at: timestamp(at),
    url: `https://invoice.example.com/${name}`,
    pdf_url: `https://invoice.example.com/${name}.pdf`,
  };
}
