import { expect, it } from 'vitest';
import { bm25Scores } from './bm25.ts';

const scores = (texts: string[], query: string) =>
  bm25Scores(
    texts.map((text) => text.split(' ')),
    query.split(' '),
  );

it('scores rare words higher than frequent ones, and texts without any word 0', () => {
  const [rare = 0, frequent = 0, none] = scores(['a b', 'a c', 'd e', 'a f'], 'b a');
  expect(rare).toBeGreaterThan(frequent);
  expect(frequent).toBeGreaterThan(0);
  expect(none).toBe(0);
});

it('scores repeated words higher, and the same words higher in a shorter text', () => {
  const [twice = 0, once = 0, long = 0] = scores(['a a b', 'a c b', 'a c b d e f g'], 'a');
  expect(twice).toBeGreaterThan(once);
  expect(once).toBeGreaterThan(long);
});

it('computes Okapi BM25', () => {
  const [score] = scores(['a b', 'c d'], 'a');
  expect(score).toBeCloseTo(Math.log(1 + 1.5 / 1.5));
});

it('has no scores without texts', () => {
  expect(scores([], 'a')).toEqual([]);
});
