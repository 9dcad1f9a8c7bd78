import { expect, it } from 'vitest';
import { type Inline, parseInline } from './inline-markdown.ts';

/** A compact notation of parts: `strong(text)`, with a link's target after `→`. */
function short(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'code') return `code(${part.text})`;
      const inner = short(part.children);
      return part.kind === 'link' ? `link(${inner}→${part.href})` : `${part.kind}(${inner})`;
    })
    .join('');
}
const read = (source: string) => short(parseInline(source));

it('recognises emphasis, code and links, one in another', () => {
  expect(read('**Book** _trains_ `a week` ahead')).toBe(
    'strong(Book) em(trains) code(a week) ahead',
  );
  expect(read('**very *early* trains**')).toBe('strong(very em(early) trains)');
  expect(read('***Both***')).toMatch(/strong|em/);
  expect(read('~~old~~ ``a ` b``')).toBe('del(old) ``a ` b``');
  expect(read('See [the **policy**](https://example.com/a_(b) "Title").')).toBe(
    'See link(the strong(policy)→https://example.com/a_(b)).',
  );
  expect(read('<https://example.com/x>')).toBe('link(https://example.com/x→https://example.com/x)');
});

it('shows labels of images and of links that lead nowhere from here', () => {
  expect(read('![A map](map.png) and [more](../more.md)')).toBe(
    'link(A map→null) and link(more→null)',
  );
  expect(read('[x](javascript:alert(1))')).toBe('link(x→null)');
});

it('leaves other text as it is', () => {
  for (const text of [
    '2 * 3 * 4',
    'snake_case_name',
    'a ** b',
    '<b>bold</b>',
    '5 [1] (2)',
    '*',
    '`',
  ])
    expect(read(text)).toBe(text);
  expect(read('\\*not\\* this')).toBe('*not* this');
});

it('keeps the offsets of the source', () => {
  const source = 'A **bold** and [link](https://example.com).';
  const offsets = (parts: readonly Inline[]): [number, string][] =>
    parts.flatMap((part) =>
      part.kind === 'text' || part.kind === 'code'
        ? [[part.start, part.text] as [number, string]]
        : offsets(part.children),
    );
  for (const [start, text] of offsets(parseInline(source, 100)))
    expect(source.slice(start - 100, start - 100 + text.length)).toBe(text);
});

it('leaves very long texts as they are', () => {
  const text = `**a** ${'b'.repeat(5000)}`;
  expect(read(text)).toBe(text);
  expect(read('['.repeat(5000))).toBe('['.repeat(5000));
});
