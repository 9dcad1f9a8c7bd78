import { countTokens as count } from '#core/collection/count-tokens.ts';

/** Counting longer texts exactly would take seconds, so the rest is estimated. */
const COUNTED_CHARACTERS = 200_000;

/** Loads the tokenizer, which uses tens of megabytes, so it is for threads, which end when they are idle. */
export function countTokens(text: string): number {
  if (text.length <= COUNTED_CHARACTERS) return count(text);
  const counted = count(text.slice(0, COUNTED_CHARACTERS));
  return Math.ceil((counted * text.length) / COUNTED_CHARACTERS);
}
