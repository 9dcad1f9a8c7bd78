import { expect, it } from 'vitest';
import { retrievalFigures } from './figures.ts';

const of = (...lists: (number | null)[][]) =>
  retrievalFigures(
    lists.map((ranks) => ({ ranks })),
    5,
  );

it('is 1 in all metrics if the expected passages are ranked first', () => {
  expect(of([1], [1, 2])).toEqual({ questions: 2, recall: 1, mrr: 1, ndcg: 1 });
});

it('is 0 in all metrics if none are among the first k', () => {
  expect(of([null], [6])).toEqual({ questions: 2, recall: 0, mrr: 0, ndcg: 0 });
});

it('computes recall, MRR and nDCG', () => {
  const { recall, mrr, ndcg } = of([2, null], [4]);
  expect(recall).toBe((1 / 2 + 1) / 2);
  expect(mrr).toBe((1 / 2 + 1 / 4) / 2);
  const best = 1 + 1 / Math.log2(3);
  expect(ndcg).toBeCloseTo((1 / Math.log2(3) / best + 1 / Math.log2(5)) / 2);
});

it('ignores questions without expected passages', () => {
  expect(of([], [1])).toEqual({ questions: 1, recall: 1, mrr: 1, ndcg: 1 });
  expect(of([])).toEqual({ questions: 0, recall: 0, mrr: 0, ndcg: 0 });
});

it('never exceeds 1, however many passages are expected', () => {
  const { recall, ndcg } = of([1, 2, 3, 4, 5, 6, 7]);
  expect(recall).toBe(5 / 7);
  expect(ndcg).toBe(1);
  expect(of([1, 1]).ndcg).toBe(1);
});
