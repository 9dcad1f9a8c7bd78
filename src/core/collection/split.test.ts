import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, BlockKind, Extracted } from '../extract/extracted.ts';
import { extractMarkdown } from '../extract/markdown.ts';
import { extractText } from '../extract/text.ts';
import { countTokens } from './count-tokens.ts';
import { indexedText } from './indexed-text.ts';
import { sentencesOf } from './sentences.ts';
import { type Chunk, split } from './split.ts';

const DEFAULTS = { chunk_size: 300, chunk_overlap: 40 };
const settings = (chunk_size: number, chunk_overlap = 0) => ({ chunk_size, chunk_overlap });

/** Numbered sentences of about ten tokens. */
const prose = (sentences: number, from = 1) =>
  Array.from(
    { length: sentences },
    (_, index) => `Sentence ${from + index} is about the river.`,
  ).join(' ');

function documentOf(...parts: (Partial<Block> & { content: string })[]): Extracted {
  let text = '';
  const blocks = parts.map(({ content, kind = 'paragraph', heading_path = [], ...place }) => {
    const start = text === '' ? 0 : text.length + 2;
    text = text === '' ? content : `${text}\n\n${content}`;
    return { ...place, kind, heading_path, start, end: text.length };
  });
  return { kind: 'text', title: null, text, blocks, pages: null, warnings: [] };
}

/** What every splitting must fulfil. */
function check(document: Extracted, chunks: Chunk[], size: number) {
  let covered = 0;
  for (const [index, chunk] of chunks.entries()) {
    expect(chunk.position).toBe(index);
    expect(chunk.text).toBe(document.text.slice(chunk.start, chunk.end));
    expect(chunk.text.trim()).not.toBe('');
    expect(chunk.text.isWellFormed()).toBe(
      document.text.isWellFormed() || chunk.text.isWellFormed(),
    );
    expect(chunk.tokens).toBeLessThanOrEqual(size);
    expect(countTokens(chunk.text)).toBeLessThanOrEqual(Math.ceil(size * 1.05) + 2);
    if (chunk.start > covered) expect(document.text.slice(covered, chunk.start).trim()).toBe('');
    expect(chunk.end).toBeGreaterThan(covered);
    covered = chunk.end;
  }
  expect(document.text.slice(covered).trim()).toBe('');
}

describe('split', () => {
  it('keeps a small document whole', () => {
    const document = extractMarkdown('# Title\n\nOne paragraph.\n\n- item\n- item');
    const chunks = split(document, DEFAULTS);
    expect(chunks).toHaveLength(1);
    expect(chunks[0]).toMatchObject({ position: 0, start: 0, heading_path: ['Title'] });
  });

  it('breaks at sentences, in even parts, and repeats whole sentences', () => {
    const document = extractText(prose(40));
    const chunks = split(document, settings(100, 25));
    check(document, chunks, 100);
    for (const { text } of chunks) expect(text).toMatch(/^Sentence \d+ [\s\S]* river\.$/);
    const sizes = chunks.map((chunk) => chunk.tokens);
    expect(Math.min(...sizes)).toBeGreaterThan(50);
    for (const [index, chunk] of chunks.entries()) {
      const before = chunks[index - 1];
      if (before) expect(before.end - chunk.start).toBeGreaterThan(20);
    }
  });

  it('begins chunks at headings and never leaves one behind', () => {
    const sections = [1, 2, 3, 4, 5].map((n) => `## Part ${n}\n\n${prose(12, n * 100)}`);
    const document = extractMarkdown(`# Rivers\n\n${sections.join('\n\n')}`);
    const chunks = split(document, settings(150, 30));
    check(document, chunks, 150);
    expect(chunks.map((chunk) => chunk.heading_path)).toEqual(
      [1, 2, 3, 4, 5].map((n) => ['Rivers', `Part ${n}`]),
    );
    for (const { text } of chunks) expect(text).not.toMatch(/#+ [^\n]*$/);
  });

  it('gives merged sections only the headings that they share', () => {
    const document = extractMarkdown('# FAQ\n\n## One?\n\nYes.\n\n## Two?\n\nNo.\n\n');
    expect(split(document, DEFAULTS)).toMatchObject([{ heading_path: ['FAQ'] }]);
  });

  it('keeps tables and code together', () => {
    const code = Array.from({ length: 12 }, (_, n) => `  const value${n} = ${n};`).join('\n');
    const document = extractMarkdown(`${prose(8)}\n\n\`\`\`ts\n${code}\n\`\`\`\n\n${prose(8)}`);
    const chunks = split(document, settings(150));
    check(document, chunks, 150);
    const whole = chunks.find(({ text }) => text.includes('```ts'));
    expect(whole?.text).toContain('value11');
  });

  it('never crosses pages, sheets and slides, and moves a heading to its section', () => {
    const document = documentOf(
      { content: prose(3), page: 1 },
      { content: 'Results', kind: 'heading', page: 1, heading_path: ['Results'] },
      { content: prose(3, 50), page: 2, heading_path: ['Results'] },
      { content: prose(2, 70), sheet: 'Costs' },
      { content: 'Only a title', kind: 'heading', slide: 1, heading_path: ['Only a title'] },
      { content: 'Another', kind: 'heading', slide: 2, heading_path: ['Another'] },
    );
    const chunks = split(document, DEFAULTS);
    expect(chunks.map(({ page, sheet, slide }) => ({ page, sheet, slide }))).toEqual([
      { page: 1 },
      { page: 2 },
      { sheet: 'Costs' },
      { slide: 1 },
      { slide: 2 },
    ]);
    expect(chunks[1]?.text).toMatch(/^Results\n\nSentence 50/);
  });

  it.each([
    ['abbreviations', 'Ask Dr. Smith about it, e.g. at 5 p.m. today. Then J. R. Brown signs.', 2],
    ['German', 'Die z. B. am 3. Mai gelieferte Ware ist gut. Sie wird bezahlt.', 2],
    ['Japanese', '今日は天気がいいです。明日は雨が降ります。', 2],
    ['Chinese', '我们在北京。你好吗？很好！', 3],
    ['Hindi', 'यह एक वाक्य है। यह दूसरा है।', 2],
    ['wrapped lines', 'A line that goes\non here. And a\nsecond one.', 2],
  ])('recognises sentences: %s', (_what, text, count) => {
    expect([...sentencesOf(text, 0, text.length)]).toHaveLength(count);
  });

  it('covers any text in order, within the size, between whole graphemes', () => {
    const kinds: BlockKind[] = ['heading', 'paragraph', 'list', 'table', 'code'];
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
      fc.constantFrom(
        '👨‍👩‍👧‍👦',
        'é',
        '\n',
        ' ',
        '. ',
        '。',
        'word ',
        'नमस्ते ',
        'สวัสดีครับ',
        '한국어 ',
      ),
      fc.string({ minLength: 1, maxLength: 40 }),
    );
    const content = fc.array(piece, { minLength: 1, maxLength: 40 }).map((all) => all.join(''));
    const block = fc.record({
      content: content.filter((text) => text.trim() !== '').map((text) => text.trim()),
      kind: fc.constantFrom(...kinds),
      page: fc.integer({ min: 1, max: 2 }),
      heading_path: fc.constantFrom<string[]>([], ['A'], ['A', 'B']),
    });
    fc.assert(
      fc.property(
        fc.array(block, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 50, max: 200 }),
        fc.integer({ min: 0, max: 100 }),
        (blocks, size, overlap) => {
          const document = documentOf(...blocks);
          const chunks = split(document, settings(size, overlap));
          check(document, chunks, size);
          const graphemes = new Set([0, document.text.length]);
          for (const { index } of new Intl.Segmenter().segment(document.text)) graphemes.add(index);
          for (const { start, end } of chunks) {
            expect(graphemes.has(start)).toBe(true);
            expect(graphemes.has(end)).toBe(true);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it.each([
    ['one character', 'a'.repeat(200_000)],
    ['one symbol', '='.repeat(200_000)],
    ['white space within', `a${' '.repeat(200_000)}b`],
    ['no sentence', 'word '.repeat(80_000)],
    ['many sentences', 'It is so. '.repeat(40_000)],
    ['only full stops', '.'.repeat(200_000)],
    ['one grapheme', `e${'\u0301'.repeat(100_000)}`],
    ['tiny paragraphs', 'a\n\n'.repeat(50_000)],
    ['many headings', '# a\n'.repeat(30_000)],
    ['many items', '- a\n'.repeat(30_000)],
    ['Chinese without a stop', '我们'.repeat(100_000)],
    ['special tokens', '<|endoftext|>'.repeat(10_000)],
  ])('takes linear time: %s', (_what, text) => {
    const document = extractMarkdown(text);
    const start = process.cpuUsage().user;
    const chunks = split(document, settings(2000, 200));
    expect(process.cpuUsage().user - start).toBeLessThan(6_000_000);
    check(document, chunks, 2000);
  });
});

describe('indexedText', () => {
  it('is the title and the headings before the text, each once', () => {
    const text = 'Wages\n\nThey rose.';
    expect(indexedText('Report', { heading_path: ['2024', 'Wages'], text })).toBe(
      'Report\n2024\nWages\n\nThey rose.',
    );
    expect(indexedText(null, { heading_path: [], text })).toBe(text);
    expect(indexedText('Report', { heading_path: ['Report'], text: 'Yes.' })).toBe('Report\nYes.');
  });
});
