import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMarkFilter } from './mark-filter.ts';
import { readMarks } from './marks.ts';

const shown = (text: string, count = 3) => readMarks(text, count).text;
const LONG = 'x'.repeat(2000);
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
    ['As pages 【9】, ［2］ and 【3†source】 say', 'As pages, [2] and [3] say'],
    ['Footnotes [^1] and [^9]', 'Footnotes [1] and'],
    ['[Source 9], [passages 1 and 9], [2, p. 14] [#9]', ', [1], [2]'],
    ['A link [1](https://x.test/9), [9](#fn9) and [9] (see below)', 'A link [1], and (see below)'],
    ['Not a link: [1](see [9] and `[9]`)', 'Not a link: [1](see and `[9]`)'],
    ['Escaped \\[9\\] and \\[1\\], C:\\dir', 'Escaped and [1], C:\\dir'],
    ['Other digits [９] [٩] [⑨] [१] [9\u200b]', 'Other digits [1]'],
    ['Over two lines [9,\n8] and [1,\n9]', 'Over two lines\n and [1]\n'],
    [
      'Words [sic], [Sourcebook 9], [重要], 【重要】 [2 items]',
      'Words [sic], [Sourcebook 9], [重要], 【重要】 [2 items]',
    ],
    ['The end [^1', 'The end '],
    ['[Source [9]1] and [see [9] 1]', '[Source …1] and [see… 1]'],
  ])('%s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('are left alone in code', () => {
    const code = 'Use `args[7]` or\n```\nlist[9] = [8]\n```\nas said [9].';
    expect(shown(code)).toBe('Use `args[7]` or\n```\nlist[9] = [8]\n```\nas said.');
    expect(shown('A ` alone\nends with its line [9].')).toBe('A ` alone\nends with its line.');
    expect(shown('``a`[7]`` and ```[7]``` and\n> ```js\n[7]\n> ```\n[7]')).toBe(
      '``a`[7]`` and ```[7]``` and\n> ```js\n[7]\n> ```\n',
    );
  });

  it.each([
    ['5` long [9] and [1]', '5` long and [1]'],
    ['A ``` in a line [9]\n[9]', 'A ``` in a line\n'],
    ['``a` [9]', '``a`'],
    ['```\ncode [9]\n```js\n[9]\n```\n[9] text', '```\ncode [9]\n```js\n[9]\n```\n text'],
    ['```js `` [9]\n[9] text', '```js ``\n text'],
    [`\`${LONG} [9]`, `\`${LONG}`],
    [`\`[9] ${LONG} \``, `\` ${LONG} \``],
  ])('are removed where backticks begin no code: %#', (text, expected) => {
    expect(shown(text)).toBe(expected);
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
      '【1】',
      '［9',
      '[^2]',
      '[^9]',
      '[Source ',
      '[2, p. 9]',
      '[9†x',
      '\\[',
      '\\]',
      '\\',
      '(https://x.test)',
      '(',
      ')',
      '９',
      '\u200b',
      '[',
      ']',
      '】',
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
  it.each(['[1]([1](', '[1]([1](`a`', '[1](`a`'])(
    'loses nothing of %s, which opens a link but never closes it',
    (text) => {
      expect(shown(text, 1)).toBe(text);
    },
  );

  it('shows the same as the whole text, however it is divided, and never a citation of an unknown passage', () => {
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
        expect(readMarks(sent, Number.POSITIVE_INFINITY).text).toBe(sent);
        for (const { start, end, numbers: named } of whole.marks) {
          if (named.length > 0) expect(sent.slice(start, end)).toMatch(/^\[.*\]$/s);
          for (const number of named) expect(number).toBeLessThanOrEqual(count);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves no number in brackets outside of code that names nothing', () => {
    fc.assert(
      fc.property(pieces, fc.integer({ min: 0, max: 3 }), (parts, count) => {
        const text = shown(parts.join('').replaceAll('`', ''), count);
        const seen = text.normalize('NFKC').replace(/[\u200b\u00ad]/g, '');
        for (const [, inner = ''] of seen.matchAll(/[[【]([\s\d,^#-]*\d[\s\d,-]*)\\?[\]】]/g))
          for (const number of inner.match(/\d+/g) ?? [])
            expect(Number(number) >= 1 && Number(number) <= count, text).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('of JSON changes only text values, and remains valid', () => {
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

  it('of JSON is filtered around it too, and in fields whose names the model misspelt', () => {
    const answer = { name: 'answer', type: 'text' as const, required: true, list: false };
    const kind = { ...answer, name: 'kind', type: 'choice' as const, options: ['[9]'] };
    const filter = createMarkFilter({ type: 'fields', fields: [answer, kind] }, 1);
    const given = 'As [9] says [1]:\n```json\n{"Answer": "No [9].", "kind": "[9]"}\n```\n[9] [1';
    expect(filter.push(given) + filter.end()).toBe(
      'As says [1]:\n```json\n{"Answer": "No.", "kind": "[9]"}\n```\n ',
    );
  });

  it('holds back no more than one mark', () => {
    const filter = createMarkFilter({ type: 'text' }, 3);
    expect(filter.push('A claim [')).toBe('A claim');
    expect(filter.push('1')).toBe('');
    expect(filter.push(']')).toBe(' [1]');
    expect(filter.push(` [${'1'.repeat(100_000)}`)).toBe('');
    expect(filter.push('x')).toBe(' x');
  });
});
