/** Damps the difference between the first ranks. The usual constant of reciprocal rank fusion. */
const DAMPING = 60;

/**
 * One way of ranking: lists of ids, best first. Each collection may have its own list, if scores of different ones can't
 * be compared. No id is in two lists of a ranking.
 */
export type Ranking = readonly (readonly string[])[];

/** An id with its fused score, which is 1 if it is first in every ranking. */
export interface Fused {
  id: string;
  score: number;
}

/**
 * Fuses rankings by reciprocal rank, best first: only ranks count, since the scores of different searches can't be
 * compared. Of those with the same score, those of earlier lists are first.
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
