import { formatMicros } from '#core/billing/money.ts';
import type { Model } from '#generated/model/index.ts';

/** Who answers, as people say it. */
export const providerNames: Record<Model['provider'], string> = {
  sandbox: 'Sandbox (built in)',
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  compatible: 'OpenAI-compatible',
};

/** What a million tokens cost: `$0.25 in · $2.00 out`, `free`, `price unknown`. */
export function priceText({ input_price, output_price }: Model): string {
  if (input_price === null || output_price === null) return 'price unknown';
  if (input_price === 0 && output_price === 0) return 'free';
  return `${formatMicros(input_price)} in · ${formatMicros(output_price)} out`;
}

/** How much it reads at once: `400k`, `1M`; null when unknown. */
export function contextText({ context_window }: Model): string | null {
  return context_window === null ? null : compact.format(context_window);
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** About how many tokens a text has: four bytes each, which holds for most languages within a third. */
export function estimateTokens(...texts: string[]): number {
  let bytes = 0;
  for (const text of texts) bytes += encoder.encode(text).length;
  return Math.ceil(bytes / 4);
}

const encoder = new TextEncoder();

/** Whether prompts of so many tokens leave no room, for the answer or at all; null when they fit. */
export function contextProblem(
  model: Model | undefined,
  tokens: number,
  maxOutput: number | undefined,
): string | null {
  if (!model?.context_window) return null;
  const room = model.context_window - (maxOutput ?? 0);
  if (tokens <= room) return null;
  const about = compact.format(tokens);
  const window = compact.format(model.context_window);
  return tokens > model.context_window
    ? `The prompts have about ${about} tokens; ${model.name} reads at most ${window}.`
    : `The prompts (about ${about} tokens) and the longest answer do not both fit into the ${window} tokens of ${model.name}.`;
}
