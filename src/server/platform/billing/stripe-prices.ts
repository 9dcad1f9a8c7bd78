import type Stripe from 'stripe';
import { createTtlCache } from '#core/cache/ttl-cache.ts';
import { PRICE_SETTINGS, type Price } from '#domain/billing/payments.port.ts';
import { DETAIL } from '#domain/details.ts';
import type { ClientSettings, PlanChoice, PlanInterval } from '#generated/model/index.ts';
import { orMissing } from './stripe-client.ts';

const KEPT_MS = 600_000;
/** How many past prices are cached. */
const PAST = 100;
/** Micro-dollars in a cent. */
export const CENT = 10_000;
const INTERVALS: Readonly<Record<PlanInterval, string>> = { monthly: 'month', yearly: 'year' };

/** Our prices in Stripe. Their IDs are settings; their amounts are read from Stripe. */
export interface StripePrices {
  /** @throws Error if a plan and interval has no price, which `missing` rules out */
  idOf(choice: PlanChoice): string;
  /** The plan and amount of a price; null if it isn't a price of one of our plans. */
  find(id: string | undefined): Promise<Price | null>;
  /** The prices that can be chosen. */
  all(): Promise<readonly Price[]>;
  /** The settings that are wrong; null if none is. */
  problem(): Promise<string | null>;
}

interface Offer extends PlanChoice {
  id: string;
  setting: string;
  /** Undefined if it doesn't exist in Stripe. */
  found: Stripe.Price | undefined;
}

export function createStripePrices(stripe: Stripe, settings: ClientSettings): StripePrices {
  const ids = PRICE_SETTINGS.map(([plan, interval, setting, field]) => ({
    plan,
    interval,
    id: settings[field] ?? '',
    setting,
  }));
  const kept = createTtlCache<Promise<readonly Offer[]>>(1, KEPT_MS);
  const past = createTtlCache<Price | null>(PAST, KEPT_MS);
  const read = (id: string) => orMissing(stripe.prices.retrieve(id));

  async function offers(): Promise<readonly Offer[]> {
    const known = kept.get('all');
    if (known) return known;
    const reading = Promise.all(ids.map(async (one) => ({ ...one, found: await read(one.id) })));
    kept.set('all', reading);
    reading.catch(() => kept.delete('all'));
    return reading;
  }

  /**
   * A price that is no longer in the settings, because subscriptions keep the price they started with. It belongs to
   * the plan with the same product.
   */
  async function readPast(id: string): Promise<Price | null> {
    const found = await read(id);
    const offer = (await offers()).find(
      (one) =>
        found !== undefined &&
        one.found?.product === found.product &&
        found.recurring?.interval === INTERVALS[one.interval],
    );
    return found && offer ? priceOf(offer, found) : null;
  }

  return {
    all: async () =>
      (await offers()).flatMap((one) => (isRight(one) && one.found ? priceOf(one, one.found) : [])),

    async problem() {
      const all = await offers();
      const isTwice = ({ id }: Offer) => all.filter((one) => one.id === id).length > 1;
      const wrong = all.filter((one) => !isRight(one) || isTwice(one));
      return wrong.length === 0 ? null : DETAIL.priceWrong(wrong.map(({ setting }) => setting));
    },

    idOf: ({ plan, interval }) => {
      const found = ids.find((one) => one.plan === plan && one.interval === interval);
      if (!found) throw new Error(`${plan} has no ${interval} price`);
      return found.id;
    },

    async find(id) {
      if (id === undefined) return null;
      const offer = (await offers()).find((one) => one.id === id);
      if (offer) return priceOf(offer, offer.found);
      return past.find(id, () => readPast(id));
    },
  };
}

function priceOf({ plan, interval }: PlanChoice, found: Stripe.Price | undefined): Price {
  return { plan, interval, amount: isComparable(found) ? (found?.unit_amount ?? 0) * CENT : 0 };
}

/** The rest of the product uses dollars only. */
function isComparable(found: Stripe.Price | undefined): boolean {
  return found?.currency === 'usd';
}

/** Whether a price is suitable for the plan and interval of its setting. */
function isRight({ interval, found }: Offer): boolean {
  const { active, recurring, unit_amount } = found ?? {};
  return (
    active === true &&
    isComparable(found) &&
    unit_amount != null &&
    recurring?.interval === INTERVALS[interval] &&
    recurring.interval_count === 1 &&
    recurring.usage_type === 'licensed'
  );
}
