import { expect, it } from 'vitest';
import { fuse, type Ranking } from './fuse.ts';

/** A ranking that counts fully. */
const ranking = (...lists: string[][]): Ranking => ({
  lists: lists.map((list) => list.map((id) => ({ id, share: 1 }))),
  weight: 1,
});
const ids = (...rankings: Ranking[]) => fuse(rankings).map(({ id }) => id);

it('prefers what both rankings place highly to what only one does', () => {
  const words = ranking(['only words', 'both', 'neither first']);
  const vectors = ranking(['only vectors', 'both', 'neither first']);
  expect(ids(words, vectors)).toEqual(['both', 'neither first', 'only words', 'only vectors']);
});

it('gives 1 to what is first everywhere, and less to everything else', () => {
  const [first, second] = fuse([ranking(['a', 'b']), ranking(['a', 'c'])]);
  expect(first).toEqual({ id: 'a', score: 1 });
  expect(second?.score).toBeGreaterThan(0.4);
  expect(second?.score).toBeLessThan(0.5);
});

it('keeps the order of a single list', () => {
  const fused = fuse([ranking(['c', 'a', 'b'])]);
  expect(fused.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  const [one, two, three] = fused.map(({ score }) => score);
  expect(one).toBe(1);
  expect(two).toBeCloseTo(11 / 12);
  expect(three).toBeCloseTo(11 / 13);
});

it('treats the lists of a ranking alike, the earlier ones first', () => {
  const words = ranking(['b1', 'b2'], ['a1', 'a2']);
  expect(ids(words)).toEqual(['b1', 'a1', 'b2', 'a2']);
  expect(ids(words, ranking(['a2', 'b2']))).toEqual(['a2', 'b2', 'b1', 'a1']);
});

it('counts a vote as much as its share and the weight of its ranking', () => {
  const words = (share: number): Ranking => ({ lists: [[{ id: 'word', share }]], weight: 1.5 });
  const vectors = ranking(['vector']);
  expect(ids(words(1), vectors)).toEqual(['word', 'vector']);
  expect(ids(words(0.5), vectors)).toEqual(['vector', 'word']);
  expect(fuse([words(1), vectors])[0]?.score).toBeCloseTo(0.6);
});

it('has nothing to fuse without lists', () => {
  expect(fuse([])).toEqual([]);
  expect(fuse([ranking(), ranking([])])).toEqual([]);
});
