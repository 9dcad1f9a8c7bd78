import type { RunUsage } from '#generated/model/index.ts';

/** The sum of usages; its cost is null when one of them is. */
export function addUsage(a: RunUsage, b: RunUsage): RunUsage {
  return {
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cost: a.cost === null || b.cost === null ? null : a.cost + b.cost,
  };
}
