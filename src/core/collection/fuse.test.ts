import { expect, it } from 'vitest';
import { fuse, type Ranking } from './fuse.ts';

const ids = (rankings: readonly Ranking[]) => fuse(rankings).map(({ id }) => id);

it('prefers what both rankings place highly to what only one does', () => {
  const words = [['only words', 'both', 'neither first']];
  const vectors = [['only vectors', 'both', 'neither first']];
  expect(ids([words, vectors])).toEqual(['both', 'neither first', 'only words', 'only vectors']);
});

it('gives 1 to what is first everywhere, and less to everything else', () => {
  const [first, second] = fuse([[['a', 'b']], [['a', 'c']]]);
  expect(first).toEqual({ id: 'a', score: 1 });
  expect(second?.score).toBeGreaterThan(0.4);
  expect(second?.score).toBeLessThan(0.5);
});

it('keeps the order of a single list', () => {
  const fused = fuse([[['c', 'a', 'b']]]);
  expect(fused.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  const [one, two, three] = fused.map(({ score }) => score);
  expect(one).toBe(1);
  expect(two).toBeCloseTo(61 / 62);
  expect(three).toBeCloseTo(61 / 63);
});

it('treats the lists of a ranking alike, the earlier ones first', () => {
  const words = [
    ['b1', 'b2'],
    ['a1', 'a2'],
  ];
  expect(ids([words])).toEqual(['b1', 'a1', 'b2', 'a2']);
  expect(ids([words, [['a2', 'b2']]])).toEqual(['a2', 'b2', 'b1', 'a1']);
});

it('has nothing to fuse without lists', () => {
  expect(fuse([])).toEqual([]);
  expect(fuse([[], [[]]])).toEqual([]);
});
