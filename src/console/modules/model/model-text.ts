import { formatMicros } from '#core/billing/money.ts';
import type { Model } from '#generated/model/index.ts';

/** Price per million tokens: `$0.25 / $2.00 per 1M tokens`, `free`, `price unknown`. */
export function priceText(model: Model): string {
  const { input_price, output_price } = model;
  if (input_price === null || output_price === null) return 'price unknown';
  if (input_price === 0 && output_price === 0) return 'free';
  return `${pricesText(model)} per 1M tokens`;
}

type Prices = Pick<Model, 'input_price' | 'output_price'>;

/** Prices of input and output per million tokens: `$0.25 / $2.00`, `Unknown`. */
export function pricesText({ input_price, output_price }: Prices): string {
  if (input_price === null || output_price === null) return 'Unknown';
  return `${formatMicros(input_price)} / ${formatMicros(output_price)}`;
}

/** Context window: `400k`, `1M`; null when unknown. */
export function contextText({ context_window }: Model): string | null {
  return context_window === null ? null : compact.format(context_window);
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
