/** Whether the texts hold all the words of a search, in any order and case. */
export function matchesWords(q: string | undefined, ...texts: readonly string[]): boolean {
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const text = texts.join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}
