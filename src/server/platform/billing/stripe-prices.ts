import type Stripe from 'stripe';
import { createTtlCache } from '#core/ttl-cache.ts';
import { PRICE_SETTINGS, type Price } from '#domain/billing/payments.port.ts';
import type { ClientSettings, PlanChoice } from '#generated/model/index.ts';

const KEPT_MS = 600_000;
/** Micro-dollars in a cent. */
export const CENT = 10_000;

/** Our prices at Stripe: their ids are settings, what they cost is read. */
export interface StripePrices {
  /** @throws Error for a choice without a price, which `missing` rules out */
  idOf(choice: PlanChoice): string;
  choiceOf(id: string | undefined): PlanChoice | null;
  all(): Promise<readonly Price[]>;
}

export function createStripePrices(stripe: Stripe, settings: ClientSettings): StripePrices {
  const ids = PRICE_SETTINGS.map(([plan, interval, , field]) => ({
    plan,
    interval,
    id: settings[field] ?? '',
  }));
  const kept = createTtlCache<Promise<readonly Price[]>>(1, KEPT_MS);

  async function read(): Promise<Price[]> {
    const read = ids.map(async ({ id, plan, interval }) => {
      const { unit_amount, currency } = await stripe.prices.retrieve(id);
      // The rest of the product counts dollars.
      if (unit_amount === null || currency !== 'usd') return [];
      return [{ plan, interval, amount: unit_amount * CENT }];
    });
    return (await Promise.all(read)).flat();
  }

  return {
    idOf: ({ plan, interval }) => {
      const found = ids.find((one) => one.plan === plan && one.interval === interval);
      if (!found) throw new Error(`${plan} has no ${interval} price`);
      return found.id;
    },
    choiceOf: (id) => {
      const found = ids.find((one) => one.id === id);
      return found ? { plan: found.plan, interval: found.interval } : null;
    },
    async all() {
      const known = kept.get('all');
      if (known) return known;
      const reading = read();
      kept.set('all', reading);
      reading.catch(() => kept.delete('all'));
      return reading;
    },
  };
}
