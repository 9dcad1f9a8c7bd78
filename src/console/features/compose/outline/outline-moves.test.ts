import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkOutline } from '#core/compose/article.ts';
import type { ArticleHeading } from '#generated/model/index.ts';
import { added, dropped, indented, moved, removed } from './outline-moves.ts';

/** `A2 b3 c3 B2`: names with their levels. */
function outline(text: string): ArticleHeading[] {
  return text.split(' ').map((one) => ({
    id: one.slice(0, -1),
    heading: one.slice(0, -1),
    level: Number(one.at(-1)),
    notes: '',
  }));
}
const text = (headings: readonly ArticleHeading[] | null) =>
  headings?.map(({ id, level }) => id + level).join(' ');

describe('moving a heading', () => {
  it.each([
    ['past its sibling, with what is below both', 'A2 b3 B2 c3', 2, -1, 'B2 c3 A2 b3'],
    ['down past its sibling', 'A2 b3 B2 c3', 0, 1, 'B2 c3 A2 b3'],
    ['out of its parent to the one above', 'A2 B2 c3', 2, -1, 'A2 c3 B2'],
    ['out of its parent to the one below', 'A2 b3 B2 c3', 1, 1, 'A2 B2 b3 c3'],
  ] as const)('takes it %s', (_, before, index, by, after) => {
    expect(text(moved(outline(before), index, by))).toBe(after);
  });

  it.each([
    ['the first', 'A2 B2', 0, -1],
    ['the last', 'A2 B2', 1, 1],
    ['a subheading above the first section', 'A2 b3', 1, -1],
  ] as const)('is impossible for %s', (_, before, index, by) => {
    expect(moved(outline(before), index, by)).toBeNull();
  });
});

describe('changing a level', () => {
  it('takes what is below along', () => {
    expect(text(indented(outline('A2 B2 c3'), 1, 1))).toBe('A2 B3 c4');
    expect(text(indented(outline('A2 B3 c4'), 1, -1))).toBe('A2 B2 c3');
  });

  it.each([
    ['the first heading', 'A2 B2', 0, 1],
    ['a heading that is already below the one above', 'A2 b3', 1, 1],
    ['a heading whose subheadings are on the last level', 'A2 B2 c3 d4', 1, 1],
    ['a section, outwards', 'A2 B2', 1, -1],
  ] as const)('is impossible for %s', (_, before, index, by) => {
    expect(indented(outline(before), index, by)).toBeNull();
  });
});

it('adds a heading behind what belongs to the one above, on its level', () => {
  expect(text(added(outline('A2 b3 B2'), 0, 'n'))).toBe('A2 b3 n2 B2');
  expect(text(added([], -1, 'n'))).toBe('n2');
});

it('moves what is below a deleted heading up a level', () => {
  expect(text(removed(outline('A2 b3 c4 B2'), 0))).toBe('b2 c3 B2');
});

it('drops a heading in the place of another, on the level that it was dragged to', () => {
  expect(text(dropped(outline('A2 B2 C2'), 0, 2, 2))).toBe('B2 C2 A2');
  expect(text(dropped(outline('A2 B2 C2'), 2, 1, 3))).toBe('A2 C3 B2');
  expect(text(dropped(outline('A2 B2'), 1, 1, 3))).toBe('A2 B3');
});

it('never loses a heading, and always starts with a section', () => {
  const any = fc
    .array(fc.integer({ min: 2, max: 4 }), { minLength: 1, maxLength: 12 })
    .map((levels) =>
      levels.map((level, at) => ({ id: `h${at}`, heading: `h${at}`, level, notes: '' })),
    );
  const act = fc.tuple(fc.nat(3), fc.nat(11), fc.constantFrom(-1 as const, 1 as const), fc.nat(11));
  fc.assert(
    fc.property(any, fc.array(act, { maxLength: 20 }), (start, acts) => {
      let now: ArticleHeading[] = dropped(start, 0, 0, 2);
      const ids = () => now.map(({ id }) => id).sort();
      const all = ids();
      for (const [kind, index, by, over] of acts) {
        if (kind === 0) now = moved(now, index, by) ?? now;
        else if (kind === 1) now = indented(now, index, by) ?? now;
        else now = dropped(now, index, over, 2 + kind - 1);
        expect(ids()).toEqual(all);
        expect(checkOutline(now)).toEqual([]);
      }
    }),
  );
});
