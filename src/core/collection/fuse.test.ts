import { expect, it } from 'vitest';
import { fuse } from './fuse.ts';

const ids = (groups: Parameters<typeof fuse>[0]) => fuse(groups).map(({ id }) => id);

it('prefers what both lists rank highly to what only one does', () => {
  const words = { ids: ['only words', 'both', 'neither first'] };
  const vectors = { ids: ['only vectors', 'both', 'neither first'] };
  expect(ids([[words, vectors]])).toEqual(['both', 'neither first', 'only vectors', 'only words']);
});

it('gives 1 to what is first everywhere, and less to everything else', () => {
  const [first, second] = fuse([[{ ids: ['a', 'b'] }, { ids: ['a', 'c'] }]]);
  expect(first).toEqual({ id: 'a', score: 1 });
  expect(second?.score).toBeGreaterThan(0.4);
  expect(second?.score).toBeLessThan(0.5);
});

it('keeps the order of a single list', () => {
  const fused = fuse([[{ ids: ['c', 'a', 'b'] }]]);
  expect(fused.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  const [one, two, three] = fused.map(({ score }) => score);
  expect(one).toBe(1);
  expect(two).toBeCloseTo(61 / 62);
  expect(three).toBeCloseTo(61 / 63);
});

it('treats collections alike, also those that are searched by words only', () => {
  const one = [{ ids: ['a1', 'a2'] }, { ids: ['a1', 'a2'] }];
  const other = [{ ids: ['b1', 'b2'] }];
  expect(ids([one, other])).toEqual(['a1', 'b1', 'a2', 'b2']);
});

it('counts lists by their weight', () => {
  const light = { ids: ['a'], weight: 1 };
  const heavy = { ids: ['b'], weight: 3 };
  expect(fuse([[light, heavy]])).toEqual([
    { id: 'b', score: 0.75 },
    { id: 'a', score: 0.25 },
  ]);
});

it('has nothing to fuse without lists', () => {
  expect(fuse([])).toEqual([]);
  expect(fuse([[], [{ ids: [] }]])).toEqual([]);
});
