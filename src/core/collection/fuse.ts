/**
 * The constant of reciprocal rank fusion: dampens the differences between the first ranks. The usual 60 suits many
 * rankings; with two, it ranks results found by both, however low, above the first of one. Measured with `npm run bench
 * quality`.
 */
const DAMPING = 10;

/** A ranked ID. */
export interface Vote {
  id: string;
  /** The weight of its rank, from 0 to 1. */
  share: number;
}

/**
 * One way of ranking: lists of votes, best first. Each collection may have its own list, if scores of different ones can't
 * be compared. No id is in two lists of a ranking.
 */
export interface Ranking {
  lists: readonly (readonly Vote[])[];
  /** The weight of the ranking. */
  weight: number;
}

/** An id with its fused score, which is 1 if it is first in every ranking, and counts fully. */
export interface Fused {
  id: string;
  score: number;
}

/**
 * Fuses rankings by reciprocal rank, best first: only ranks count, since the scores of different searches can't be
 * compared. Among equal scores, items of earlier lists come first.
 */
export function fuse(rankings: readonly Ranking[]): Fused[] {
  const scores = new Map<string, number>();
  const best = rankings.reduce((sum, { weight }) => sum + weight, 0) / (DAMPING + 1);
  for (const { lists, weight } of rankings) {
    for (const list of lists) {
      for (const [at, { id, share }] of list.entries()) {
        const gain = (weight * share) / (DAMPING + 1 + at) / best;
        scores.set(id, (scores.get(id) ?? 0) + gain);
      }
    }
  }
  return [...scores]
    .map(([id, score]) => ({ id, score: Math.min(1, score) }))
    .sort((a, b) => b.score - a.score);
}
