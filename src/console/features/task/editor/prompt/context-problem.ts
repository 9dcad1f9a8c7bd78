import type { Model } from '#generated/model/index.ts';

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** Estimates a text's tokens as a quarter of its bytes; within a third of the real number for most languages. */
export function estimateTokens(...texts: string[]): number {
  let bytes = 0;
  for (const text of texts) bytes += encoder.encode(text).length;
  return Math.ceil(bytes / 4);
}

const encoder = new TextEncoder();

/** Why the prompts don't fit the model's context window; null when they do. */
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
    ? `The prompts have about ${about} tokens, but the context window of ${model.name} is ${window}.`
    : `The prompts (about ${about} tokens) plus the max output tokens exceed the ${window} context window of ${model.name}.`;
}
