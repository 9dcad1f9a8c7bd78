import { presentableDiff } from '@codemirror/merge';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeNamed, mergeObject } from './merge.ts';
import { mergeText } from './merge-text.ts';

const judge = 'You judge reviews.\n\nBe short.\n\nBe kind.';

describe('merging texts', () => {
  it.each([
    [
      'combines changes in different places',
      judge,
      'You judge long reviews.\n\nBe short.\n\nBe kind.',
      'You judge reviews.\n\nBe short.\n\nBe kind. Be fair.',
      { value: 'You judge long reviews.\n\nBe short.\n\nBe kind. Be fair.', clashes: 0 },
    ],
    [
      'keeps both versions, mine first, where both changed the same words',
      'a dull day',
      'a bright day',
      'a rainy day',
      { value: 'a bright day\na rainy day', clashes: 1 },
    ],
    [
      'keeps both versions of a line, and merges the other lines',
      'Judge the review.\nBe short.\nBe kind.',
      'Judge the review fairly.\nBe thorough.\nBe kind.',
      'Judge the review.\nBe brief.\nBe kind and fair.',
      {
        value: 'Judge the review fairly.\nBe thorough.\nBe brief.\nBe kind and fair.',
        clashes: 1,
      },
    ],
    [
      'keeps what one side wrote into a paragraph that the other deleted',
      'One.\nTwo.\nThree.',
      'One.\nThree.',
      'One.\nTwo, edited.\nThree.',
      { value: 'One.\nTwo, edited.\nThree.', clashes: 1 },
    ],
  ])('%s', (_, before, mine, theirs, merged) => {
    expect(mergeText(before, mine, theirs)).toEqual(merged);
  });

  it('loses nothing that either side wrote', () => {
    const line = fc.array(fc.constantFrom('be', 'short', 'kind', 'fair', '{review}', 'never'), {
      maxLength: 5,
    });
    const text = fc
      .array(line, { maxLength: 6 })
      .map((all) => all.map((l) => l.join(' ')).join('\n'));
    const anyText = fc.oneof(text, fc.string({ maxLength: 40 }));
    fc.assert(
      fc.property(anyText, anyText, anyText, (before, mine, theirs) => {
        const { value } = mergeText(before, mine, theirs);
        for (const edited of [mine, theirs]) {
          for (const { fromB, toB } of presentableDiff(before, edited))
            expect(value).toContain(edited.slice(fromB, toB));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('finds no clash when both made the same change', () => {
    expect(mergeText('one two three', 'one 2 three', 'one 2 three four').clashes).toBe(0);
  });

  it('returns a version when the other changed nothing', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(mergeText(before, after, before)).toEqual({ value: after, clashes: 0 });
        expect(mergeText(before, before, after)).toEqual({ value: after, clashes: 0 });
        expect(mergeText(before, after, after)).toEqual({ value: after, clashes: 0 });
      }),
    );
  });

  it('keeps what either side added at its end', () => {
    fc.assert(
      fc.property(fc.lorem({ mode: 'sentences' }), (text) => {
        const merged = mergeText(text, `MINE\n\n${text}`, `${text}\n\nTHEIRS`);
        expect(merged).toEqual({ value: `MINE\n\n${text}\n\nTHEIRS`, clashes: 0 });
      }),
    );
  });
});

describe('merging named items', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ name, size: 1 }));
  if (!a || !b || !c) throw new Error('unreachable');

  it('keeps additions and applies removals from either side', () => {
    expect(mergeNamed([a, b], [a, c], [a, b])).toEqual({ value: [a, c], clashes: 0 });
    expect(mergeNamed([a], [a, b], [a, c]).value).toEqual([a, b, c]);
    expect(mergeNamed([a, b], [a], [b])).toEqual({ value: [], clashes: 0 });
  });

  it('merges different properties of one item', () => {
    const before = { name: 'a', size: 1, color: 'red' };
    expect(mergeNamed([before], [{ ...before, size: 2 }], [{ ...before, color: 'blue' }])).toEqual({
      value: [{ name: 'a', size: 2, color: 'blue' }],
      clashes: 0,
    });
  });

  it('keeps an item that one side changed and the other removed, and counts a clash', () => {
    expect(mergeNamed([a], [], [{ ...a, size: 2 }])).toEqual({
      value: [{ ...a, size: 2 }],
      clashes: 1,
    });
  });

  it('removes keys too', () => {
    expect(mergeObject<Record<string, number>>({ x: 1, y: 1 }, { y: 1 }, { x: 1, y: 2 })).toEqual({
      value: { y: 2 },
      clashes: 0,
    });
  });
});
