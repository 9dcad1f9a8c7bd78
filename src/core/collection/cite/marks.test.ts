import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMarkFilter } from './mark-filter.ts';
import { readMarks } from './marks.ts';

const shown = (text: string, count = 3) => readMarks(text, count).text;
const numbers = (text: string, count = 3) =>
  readMarks(text, count).marks.map((mark) => mark.numbers);

describe('numbers in square brackets', () => {
  it.each([
    ['Trains first [1].', 'Trains first [1].'],
    ['Trains first [4].', 'Trains first.'],
    ['Both [1, 9], and [7][2].', 'Both [1], and [2].'],
    ['A range [2-4]', 'A range [2, 3]'],
    ['A year [2024-05-01], a box [ ], a [link](x)', 'A year [2024-05-01], a box [ ], a [link](x)'],
    ['The end [1', 'The end '],
    [`Long [${'1'.repeat(400)}], all of it`, 'Long, all of it'],
    ['Nested [[9]8] and [1, [9]7]', 'Nested […8] and [1, …7]'],
    ['Zero [0] and none', 'Zero and none'],
  ])('%s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('are left alone in code', () => {
    const code = 'Use `args[7]` or\n```\nlist[9] = [8]\n```\nas said [9].';
    expect(shown(code)).toBe('Use `args[7]` or\n```\nlist[9] = [8]\n```\nas said.');
    expect(shown('A ` alone\nends with its line [9].')).toBe('A ` alone\nends with its line.');
  });

  it('say which passages they name, each once', () => {
    expect(numbers('A [1], B [3;2] and C [9, 1-2, 2]')).toEqual([[1], [3, 2], [1, 2]]);
  });
});

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      '[1]',
      '[2, 3]',
      '[9]',
      '[1-7]',
      '[',
      ']',
      ' ',
      '\n',
      '`',
      '```',
      ',',
      '-',
      '12',
    ),
    fc.string({ maxLength: 5 }),
  ),
  { maxLength: 40 },
);

/** The text in parts of any length. */
function cut(text: string, sizes: readonly number[]): string[] {
  const parts: string[] = [];
  for (let at = 0, index = 0; at < text.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1;
    parts.push(text.slice(at, at + size));
    at += size;
  }
  return parts;
}

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 });

describe('a stream', () => {
  it('shows the same as the whole text, wherever it is cut, and never a number that names nothing', () => {
    fc.assert(
      fc.property(pieces, sizes, fc.integer({ min: 0, max: 3 }), (parts, lengths, count) => {
        const text = parts.join('');
        const filter = createMarkFilter({ type: 'text' }, count);
        let sent = '';
        for (const part of cut(text, lengths)) sent += filter.push(part);
        sent += filter.end();
        const whole = readMarks(text, count);
        expect(sent).toBe(whole.text);
        const again = readMarks(sent, count);
        expect(again.text).toBe(sent);
        for (const { start, end, numbers: named } of whole.marks) {
          if (named.length > 0) expect(sent.slice(start, end)).toMatch(/^\[.*\]$/s);
          for (const number of named) expect(number).toBeLessThanOrEqual(count);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('of JSON changes only texts, and stays the same JSON', () => {
    const fields = [
      { name: 'answer', type: 'text' as const, required: true, list: false },
      { name: 'notes', type: 'text' as const, required: true, list: true },
      { name: 'sources', type: 'integer' as const, required: true, list: true },
      {
        name: 'more',
        type: 'object' as const,
        required: true,
        list: true,
        fields: [{ name: 'text', type: 'text' as const, required: true, list: false }],
      },
    ];
    const value = fc.record({
      answer: pieces.map((parts) => parts.join('')),
      notes: fc.array(
        pieces.map((parts) => parts.join('')),
        { maxLength: 3 },
      ),
      sources: fc.array(fc.integer(), { maxLength: 3 }),
      more: fc.array(fc.record({ text: pieces.map((parts) => parts.join('')) }), { maxLength: 2 }),
    });
    fc.assert(
      fc.property(value, sizes, fc.boolean(), (given, lengths, isEscaped) => {
        const plain = JSON.stringify(given, null, 1);
        const json = isEscaped ? plain.replaceAll('`', '\\u0060') : plain;
        const filter = createMarkFilter({ type: 'fields', fields }, 3);
        let sent = '';
        for (const part of cut(json, lengths)) sent += filter.push(part);
        sent += filter.end();
        const clean = (text: string) => readMarks(text, 3).text;
        expect(JSON.parse(sent)).toEqual({
          answer: clean(given.answer),
          notes: given.notes.map(clean),
          sources: given.sources,
          more: given.more.map(({ text }) => ({ text: clean(text) })),
        });
      }),
      { numRuns: 300 },
    );
  });

  it('holds back no more than a number', () => {
    const filter = createMarkFilter({ type: 'text' }, 3);
    expect(filter.push('A claim [')).toBe('A claim');
    expect(filter.push('1')).toBe('');
    expect(filter.push(']')).toBe(' [1]');
    expect(filter.push(` [${'1'.repeat(100_000)}`)).toBe('');
    expect(filter.push('x')).toBe(' x');
  });
});
