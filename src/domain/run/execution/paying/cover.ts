import { costOf, type Prices } from '#core/billing/money.ts';
import type { RunUsage } from '#generated/model/index.ts';

/** The most that one request may use, which is reserved before it is sent. */
export interface Cover {
  input_tokens: number;
  /** Null if unknown. */
  output_tokens: number | null;
  /** In micro-dollars; 0 if the request is free, or its price is unknown. */
  cost: number;
}

/** Of a request that is free, or whose price is unknown. */
export const NO_COVER: Cover = { input_tokens: 0, output_tokens: null, cost: 0 };

/**
 * What is charged for a request: what it used, but never more than was reserved for it, whatever its provider wrote or
 * reported.
 */
export function withinCover(used: RunUsage, { cost, ...most }: Cover, prices: Prices): RunUsage {
  if (cost === 0 || used.cost === null || used.cost <= cost) return used;
  const input_tokens = Math.min(used.input_tokens, most.input_tokens);
  const output_tokens = Math.min(used.output_tokens, most.output_tokens ?? used.output_tokens);
  return { input_tokens, output_tokens, cost: costOf({ input_tokens, output_tokens }, prices) };
}
