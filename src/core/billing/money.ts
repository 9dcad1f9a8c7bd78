/** Micro-dollars in a dollar. */
export const MICROS = 1_000_000;
/** Micro-dollars in a cent. */
const CENT = MICROS / 100;
const LEAST_SHOWN = 100;
const HUNDREDS = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const DOLLARS = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 3,
});
const CENTS = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});

/** The prices of a model, in micro-dollars per million tokens; null when unknown. */
export interface Prices {
  input_price: number | null;
  output_price: number | null;
}

/**
 * Money for display: `$4.987`, `$0.0013`, `<$0.0001`, `unknown`.
 * @param micros micro-dollars; null when unknown
 */
export function formatMicros(micros: number | null): string {
  if (micros === null) return 'unknown';
  const sign = micros < 0 ? '-' : '';
  const amount = Math.abs(micros);
  if (amount > 0 && amount < LEAST_SHOWN) return micros < 0 ? '>-$0.0001' : '<$0.0001';
  const format = amount >= 100 * MICROS ? HUNDREDS : amount >= MICROS ? DOLLARS : CENTS;
  const text = format.format(amount / MICROS);
  return `${sign}$${text}`;
}

/** What the balance paid for a run, in micro-dollars. `billed` is null if it paid all of the cost. */
export function paidOf({ cost, billed }: { cost: number | null; billed: number | null }): number {
  return billed ?? cost ?? 0;
}

/**
 * A balance in whole cents, rounded down: `$1,234.56`, or `<$0.01` if it is positive but below a cent.
 */
export function formatBalance(micros: number): string {
  if (micros > 0 && micros < CENT) return '<$0.01';
  const cents = Math.floor(micros / CENT);
  return `${cents < 0 ? '-' : ''}$${HUNDREDS.format(Math.abs(cents) / 100)}`;
}

const MILLIONTHS = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 6,
  maximumFractionDigits: 6,
});
/** Formats money to the micro-dollar, for lists that add up: `-$0.000042`, or `$5.00` for whole cents. */
export function formatExact(micros: number): string {
  const format = micros % CENT === 0 ? HUNDREDS : MILLIONTHS;
  return `${micros < 0 ? '-' : ''}$${format.format(Math.abs(micros) / MICROS)}`;
}

/**
 * The cost of tokens in whole micro-dollars, rounded up so that a paid call is never free; null when a price is
 * unknown.
 */
export function costOf(
  usage: { input_tokens: number; output_tokens: number },
  prices: Prices,
): number | null {
  if (prices.input_price === null || prices.output_price === null) return null;
  const input = BigInt(usage.input_tokens) * BigInt(prices.input_price);
  const output = BigInt(usage.output_tokens) * BigInt(prices.output_price);
  const million = BigInt(1_000_000);
  return Number((input + output + million - BigInt(1)) / million);
}

/** Whether a model is free; a model with an unknown price may not be. */
export function isFree(prices: Prices): boolean {
  return prices.input_price === 0 && prices.output_price === 0;
}

/** Adds up costs; null when one of them is unknown. */
export function sumCosts(costs: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const cost of costs) {
    if (cost === null) return null;
    sum += cost;
  }
  return sum;
}
