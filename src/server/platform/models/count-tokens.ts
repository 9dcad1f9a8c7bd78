import { countTokens as count } from '#core/collection/count-tokens.ts';

/** The maximum length that is counted exactly. More would take seconds, so the rest is estimated. */
const COUNTED_CHARACTERS = 200_000;

/** Only for threads, which end when idle, because the tokeniser uses tens of megabytes. */
export function countTokens(text: string): number {
  if (text.length <= COUNTED_CHARACTERS) return count(text);
  const counted = count(text.slice(0, COUNTED_CHARACTERS));
  return Math.ceil((counted * text.length) / COUNTED_CHARACTERS);
}
