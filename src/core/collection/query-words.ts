/** A word of a query, as parsed by a text search configuration. */
export interface ReadWord {
  language: string;
  /** The form that is stored for this language. */
  word: string;
  /** Its position in the query. Stop words are missing. */
  positions: readonly number[];
}

/**
 * The words of a query that are searched for, in the order of the query: for each, the forms in which the languages of an
 * index store it. A stop word of the language that the query is in is none in the others, where it would be rare and
 * decide the ranking. That language is the one that drops the most; if several do, a word that one of them keeps is kept.
 */
export function queryWords(read: readonly ReadWord[], languages: readonly string[]): string[][] {
  const kept = languages.map(
    (language) =>
      new Set(read.filter((one) => one.language === language).flatMap((one) => one.positions)),
  );
  const least = Math.min(...kept.map(({ size }) => size));
  const asked = new Set(kept.filter(({ size }) => size === least).flatMap((own) => [...own]));
  const forms = new Map<number, Set<string>>();
  for (const { word, positions } of read) {
    for (const position of positions) {
      if (!asked.has(position)) continue;
      forms.set(position, (forms.get(position) ?? new Set()).add(word));
    }
  }
  const inOrder = [...forms].sort(([a], [b]) => a - b).map(([, some]) => [...some].sort());
  // Repeated words count once.
  return [...new Map(inOrder.map((some) => [some.join(' '), some])).values()];
}

/** The share of a query's words that a text contains, from 0 to 1. */
export function shareOf(asked: readonly (readonly string[])[], words: Iterable<string>): number {
  const own = new Set(words);
  const found = asked.filter((forms) => forms.some((form) => own.has(form)));
  return asked.length === 0 ? 0 : found.length / asked.length;
}
