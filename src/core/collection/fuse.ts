/** Damps the difference between the first ranks. The usual constant of reciprocal rank fusion. */
const DAMPING = 60;

/** Ids in the order of their ranks, best first, and how much the list counts. */
export interface RankedList {
  ids: readonly string[];
  /** 1 by default. */
  weight?: number;
}

/** An id with its fused score, which is 1 if it is first in every list that it could be in. */
export interface Fused {
  id: string;
  score: number;
}

/**
 * Fuses lists by reciprocal rank, best first: only ranks count, since the scores of different searches can't be compared.
 * @param groups lists that rank the same things, one group for each collection: a thing is in the lists of one group only
 */
export function fuse(groups: readonly (readonly RankedList[])[]): Fused[] {
  const scores = new Map<string, number>();
  for (const lists of groups) {
    const most = lists.reduce((sum, { weight = 1 }) => sum + weight / (DAMPING + 1), 0);
    for (const { ids, weight = 1 } of lists) {
      ids.forEach((id, at) => {
        const share = weight / (DAMPING + 1 + at) / most;
        scores.set(id, (scores.get(id) ?? 0) + share);
      });
    }
  }
  return [...scores]
    .map(([id, score]) => ({ id, score: Math.min(1, score) }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}
