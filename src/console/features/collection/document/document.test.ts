import { expect, it } from 'vitest';
import { formatBytes } from '#console/modules/upload/bytes.ts';
import type { Chunk, DocumentBlock } from '#generated/model/index.ts';
import {
  codeText,
  headingText,
  isRule,
  listItem,
  recordFields,
  tableRows,
} from './document-block.tsx';
import * as place from './place.ts';

const block = (start: number, text: string, page: number | null = null): DocumentBlock => ({
  ...{ id: String(start), kind: 'paragraph', level: null, text, start, end: start + text.length },
  ...{ page, sheet: null, slide: null, heading_path: [] },
});
const chunk = (id: string, start: number, end: number) => ({ id, start, end }) as Chunk;

it('names pages, sheets and slides, and separates them', () => {
  expect(place.placeText({ page: 3, sheet: null, slide: null })).toBe('Page 3');
  expect(place.placeText({ page: null, sheet: 'Costs', slide: null })).toBe('Sheet “Costs”');
  expect(place.separatorOf(block(0, 'a', 1), undefined)).toBe('Page 1');
  expect(place.separatorOf(block(2, 'b', 1), block(0, 'a', 1))).toBeNull();
  expect(place.separatorOf(block(2, 'b', 2), block(0, 'a', 1))).toBe('Page 2');
  expect(place.separatorOf(block(2, 'b'), undefined)).toBeNull();
});

it('highlights the part of a text that belongs to a chunk', () => {
  const text = block(10, 'Book trains early.');
  expect(place.partsOf(text, { start: 15, end: 21 })).toEqual({
    before: 'Book ',
    within: 'trains',
    after: ' early.',
  });
  expect(place.partsOf(text, { start: 0, end: 100 }).within).toBe('Book trains early.');
  expect(place.partsOf(text, { start: 28, end: 40 }).within).toBe('');
  expect(place.partsOf(text, null).before).toBe('Book trains early.');
});

it('finds the chunk at an offset, where chunks overlap and between them', () => {
  const chunks = [chunk('a', 0, 10), chunk('b', 8, 20), chunk('c', 22, 30)];
  expect(place.chunkAt(chunks, 9)?.id).toBe('a');
  expect(place.chunkAt(chunks, 10)?.id).toBe('b');
  expect(place.chunkAt(chunks, 21)?.id).toBe('c');
  expect(place.chunkAt(chunks, 30)).toBeUndefined();
});

it('loads a text from its beginning, unless the passage is far from it', () => {
  expect(place.originOf({ offset: 200 })).toEqual({});
  expect(place.originOf({ offset: 90_000 })).toEqual({ offset: 90_000 });
  expect(place.originOf({ page: 2 })).toEqual({});
  expect(place.originOf({ page: 40 })).toEqual({ page: 40 });
  expect(place.blockIndex([block(0, 'aa', 1), block(4, 'bb', 3)], { page: 2 })).toBe(1);
  expect(place.blockIndex([block(0, 'aa'), block(4, 'bb')], { offset: 4 })).toBe(1);
  expect(place.blockIndex([block(0, 'aa')], { offset: 4 })).toBe(-1);
});

it('removes the Markdown marks of tables, records, headings and code', () => {
  expect(tableRows('| River | km |\n| --- | --- |\n| Rhine | 1\\|2 |')).toEqual([
    ['River', 'km'],
    ['Rhine', '1|2'],
  ]);
  expect(tableRows('Price: 3')).toBeNull();
  expect(recordFields('Item: Tea\nPrice: 2.5')).toEqual([
    { name: 'Item', value: 'Tea' },
    { name: 'Price', value: '2.5' },
  ]);
  expect(recordFields('Item: Tea\nand more')).toBeNull();
  expect(headingText('## Trains ##')).toBe('Trains');
  expect(listItem('- Tea *and* milk')).toEqual({ marker: '•', text: 'Tea *and* milk', offset: 2 });
  expect(listItem('  12) Tea')).toEqual({ marker: '12)', text: 'Tea', offset: 6 });
  expect(listItem('Tea')).toBeNull();
  expect([isRule('* * *'), isRule('---'), isRule('--')]).toEqual([true, true, false]);
  expect(codeText('```js\nlet a;\n```')).toBe('let a;');
});

it('formats sizes and embedding costs', () => {
  expect([512, 48_210, 1_250_000].map(formatBytes)).toEqual(['512 B', '48 KB', '1.3 MB']);
  expect(place.embeddingCost(1_000_000, 20_000)).toBe('about $0.02');
  expect(place.embeddingCost(10, 0)).toBe('free');
  expect(place.embeddingCost(10, null)).toBeNull();
});
