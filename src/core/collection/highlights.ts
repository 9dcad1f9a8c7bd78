import type { TextRange } from '#generated/model/index.ts';

/**
 * How many words of a question are looked for, and in how many characters of each text. A question of a thousand words
 * in fifty long passages would take seconds.
 */
const WORDS_MAX = 32;
const CHARACTERS_MAX = 20_000;
const RANGES_MAX = 100;
/** Shorter words are in everything. */
const WORDS = /[\p{L}\p{N}]{3,}/gu;

/** Where the words of a question occur in a text, in their order. */
export function highlightsOf(text: string, query: string): TextRange[] {
  const lower = text.slice(0, CHARACTERS_MAX).toLowerCase();
  const words = new Set(query.toLowerCase().match(WORDS));
  const found: TextRange[] = [];
  for (const word of [...words].slice(0, WORDS_MAX)) {
    for (
      let at = lower.indexOf(word);
      at >= 0 && found.length < RANGES_MAX;
      at = lower.indexOf(word, at + 1)
    )
      found.push({ start: at, end: at + word.length });
  }
  return found.sort((a, b) => a.start - b.start);
}
