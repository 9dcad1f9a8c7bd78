/** Whether the texts contain all words of a search, in any order, ignoring case. */
export function matchesWords(q: string | undefined, ...texts: readonly string[]): boolean {
  const text = texts.join(' ').toLowerCase();
  return wordsOf(q).every((word) => text.includes(word.toLowerCase()));
}

/** The words of a search. */
export function wordsOf(q = ''): string[] {
  return q.split(/\s+/).filter(Boolean);
}
