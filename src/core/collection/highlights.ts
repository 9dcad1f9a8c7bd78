import type { TextRange } from '#generated/model/index.ts';

/**
 * The maximum number of query words, and of characters searched in each text. A thousand words in fifty long passages
 * would take seconds.
 */
const WORDS_MAX = 32;
const CHARACTERS_MAX = 20_000;
const RANGES_MAX = 100;
/** Shorter words are everywhere. */
const WORDS = /[\p{L}\p{N}]{3,}/gu;

/** The ranges of a query's words in a text, in order. */
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
