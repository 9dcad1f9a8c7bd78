/** The usual constants: term frequency saturation (k1) and length normalisation (b). */
const K1 = 1.2;
const B = 0.75;

/** Scores texts by Okapi BM25, given as lists of words, for a query; 0 for texts without any of its words. */
export function bm25Scores(
  texts: readonly (readonly string[])[],
  query: readonly string[],
): number[] {
  const asked = new Set(query);
  const counts = texts.map((words) => {
    const times = new Map<string, number>();
    for (const word of words) if (asked.has(word)) times.set(word, (times.get(word) ?? 0) + 1);
    return times;
  });
  const mean = texts.reduce((sum, { length }) => sum + length, 0) / (texts.length || 1);
  const weights = [...asked].map((word) => {
    const holding = counts.filter((times) => times.has(word)).length;
    return [word, Math.log(1 + (texts.length - holding + 0.5) / (holding + 0.5))] as const;
  });
  return counts.map((times, at) => {
    const length = K1 * (1 - B + (B * (texts[at]?.length ?? 0)) / mean);
    return weights.reduce((score, [word, weight]) => {
      const found = times.get(word) ?? 0;
      return found === 0 ? score : score + (weight * found * (K1 + 1)) / (found + length);
    }, 0);
  });
}
