/** The usual constant of reciprocal rank fusion: dampens the differences between the first ranks. */
const DAMPING = 60;

/**
 * The results of one ranking method: lists of IDs, best first. Collections whose scores can't be compared have a list
 * each. No ID is in two lists of a ranking.
 */
export type Ranking = readonly (readonly string[])[];

/** An ID with its fused score: 1 if it is first in every ranking. */
export interface Fused {
  id: string;
  score: number;
}

/**
 * Reciprocal rank fusion, best first: only ranks count, because the scores of different methods can't be compared. Ties
 * keep the order of the lists.
 */
export function fuse(rankings: readonly Ranking[]): Fused[] {
  const scores = new Map<string, number>();
  const best = rankings.length / (DAMPING + 1);
  for (const list of rankings.flat()) {
    for (const [at, id] of list.entries()) {
      const share = 1 / (DAMPING + 1 + at) / best;
      scores.set(id, (scores.get(id) ?? 0) + share);
    }
  }
  return [...scores]
    .map(([id, score]) => ({ id, score: Math.min(1, score) }))
    .sort((a, b) => b.score - a.score);
}
