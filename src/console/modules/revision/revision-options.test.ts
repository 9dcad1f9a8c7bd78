import { expect, it } from 'vitest';
import { revisionOptions } from './revision-options.ts';

it("offers every revision; those whose notes aren't loaded show only their number", () => {
  const read = [
    { number: 4, note: 'Shorter' },
    { number: 3, note: '' },
  ];
  expect(revisionOptions(5, read)).toEqual([
    { value: '5', label: 'r5' },
    { value: '4', label: 'r4 · Shorter' },
    { value: '3', label: 'r3' },
    { value: '2', label: 'r2' },
    { value: '1', label: 'r1' },
  ]);
});

it('offers none when there are none, and loaded revisions newer than the cached task', () => {
  expect(revisionOptions(null, [])).toEqual([]);
  expect(revisionOptions(null, [{ number: 1, note: 'x'.repeat(60) }])).toEqual([
    { value: '1', label: `r1 · ${'x'.repeat(40)}` },
  ]);
});
