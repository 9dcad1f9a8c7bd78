/** The retrieval result of one question. */
export interface RankedAnswer {
  /** For each expected passage: its rank, from 1; null if it was not found. */
  ranks: readonly (number | null)[];
}

/** Retrieval metrics, each from 0 to 1. */
export interface Figures {
  /** The number of questions with expected passages. */
  questions: number;
  /** Recall@k: the mean share of expected passages among the first k. */
  recall: number;
  /** MRR: the mean of 1 / rank of the first expected passage among the first k. */
  mrr: number;
  /** nDCG@k: the mean discounted gain relative to the ideal order. */
  ndcg: number;
}

/** Recall, MRR and nDCG at k. Questions without expected passages are left out. */
export function retrievalFigures(answers: readonly RankedAnswer[], k: number): Figures {
  const asked = answers.filter(({ ranks }) => ranks.length > 0);
  const mean = (figureOf: (answer: RankedAnswer) => number) =>
    asked.reduce((sum, answer) => sum + figureOf(answer), 0) / (asked.length || 1);
  return {
    questions: asked.length,
    recall: mean(({ ranks }) => found(ranks, k).length / ranks.length),
    mrr: mean(({ ranks }) => 1 / Math.min(...found(ranks, k), Number.POSITIVE_INFINITY)),
    // Several expected passages in one chunk share its rank, which would exceed the ideal order.
    ndcg: mean(({ ranks }) =>
      Math.min(1, gain(found(ranks, k)) / gain(bestRanks(ranks.length, k))),
    ),
  };
}

function found(ranks: readonly (number | null)[], k: number): number[] {
  return ranks.filter((rank) => rank !== null && rank <= k) as number[];
}

function bestRanks(expected: number, k: number): number[] {
  return Array.from({ length: Math.min(expected, k) }, (_, at) => at + 1);
}

function gain(ranks: readonly number[]): number {
  return ranks.reduce((sum, rank) => sum + 1 / Math.log2(rank + 1), 0);
}
