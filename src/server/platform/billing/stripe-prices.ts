import Stripe from 'stripe';
import { createTtlCache } from '#core/ttl-cache.ts';
import { PRICE_SETTINGS, type Price } from '#domain/billing/payments.port.ts';
import { DETAIL } from '#domain/details.ts';
import type { ClientSettings, PlanChoice } from '#generated/model/index.ts';

const KEPT_MS = 600_000;
/** Micro-dollars in a cent. */
export const CENT = 10_000;

/** Our prices at Stripe: their ids are settings, what they cost is read. */
export interface StripePrices {
  /** @throws Error for a choice without a price, which `missing` rules out */
  idOf(choice: PlanChoice): string;
  choiceOf(id: string | undefined): PlanChoice | null;
  /** Those that Stripe knows. */
  all(): Promise<readonly Price[]>;
  /** Which of the settings are wrong; null if none is. */
  problem(): Promise<string | null>;
}

export function createStripePrices(stripe: Stripe, settings: ClientSettings): StripePrices {
  const ids = PRICE_SETTINGS.map(([plan, interval, setting, field]) => ({
    plan,
    interval,
    id: settings[field] ?? '',
    setting,
  }));
  const kept = createTtlCache<Promise<readonly Price[]>>(1, KEPT_MS);

  async function read(): Promise<Price[]> {
    const read = ids.map(async ({ id, plan, interval }) => {
      const found = await orMissing(stripe.prices.retrieve(id));
      // The rest of the product counts dollars.
      if (!found?.recurring || found.unit_amount === null || found.currency !== 'usd') return [];
      return [{ plan, interval, amount: found.unit_amount * CENT }];
    });
    return (await Promise.all(read)).flat();
  }

  async function all(): Promise<readonly Price[]> {
    const known = kept.get('all');
    if (known) return known;
    const reading = read();
    kept.set('all', reading);
    reading.catch(() => kept.delete('all'));
    return reading;
  }

  return {
    all,
    async problem() {
      const found = await all();
      const isKnown = (one: PlanChoice) =>
        found.some(({ plan, interval }) => plan === one.plan && interval === one.interval);
      const wrong = ids.filter((one) => !isKnown(one));
      return wrong.length === 0 ? null : DETAIL.priceWrong(wrong.map(({ setting }) => setting));
    },
    idOf: ({ plan, interval }) => {
      const found = ids.find((one) => one.plan === plan && one.interval === interval);
      if (!found) throw new Error(`${plan} has no ${interval} price`);
      return found.id;
    },
    choiceOf: (id) => {
      const found = ids.find((one) => one.id === id);
      return found ? { plan: found.plan, interval: found.interval } : null;
    },
  };
}

/** Undefined for what Stripe doesn't have. */
async function orMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    const isMissing = error instanceof Stripe.errors.StripeInvalidRequestError;
    if (isMissing && error.code === 'resource_missing') return undefined;
    throw error;
  }
}
