import { expect, it } from 'vitest';
import { highlightParts } from '#console/modules/collection/highlight-parts.ts';
import type { Collection } from '#generated/model/index.ts';
import * as rules from './search-rules.ts';

const settings = {
  ...{
    mode: 'hybrid',
    topK: 5,
    neighbours: 0,
    threshold: 0,
    rerank: '',
    tags: [],
    documents: [],
    from: '',
    until: '',
  },
} as rules.SearchSettings;
const found = (document_id: string, start: number, end: number) => ({ document_id, start, end });

it('sends no filter unless one is chosen, and includes the last day of a period', () => {
  expect(rules.toRequest('Trains?', settings)).toEqual({
    ...{ query: 'Trains?', mode: 'hybrid', top_k: 5, neighbours: 0 },
  });
  const chosen = { ...settings, tags: ['policy'], from: '2026-01-01', until: '2026-12-31' };
  expect(rules.toRequest('Trains?', chosen).filter).toEqual({
    tags: ['policy'],
    dated_after: '2026-01-01T00:00:00Z',
    dated_before: '2027-01-01T00:00:00.000Z',
  });
});

it('asks for a threshold, a reranking model and certain documents, and counts these options', () => {
  const chosen = { ...settings, threshold: 0.4, rerank: 'sandbox/sandbox', documents: ['a'] };
  expect(rules.toRequest('Trains?', chosen)).toMatchObject({
    threshold: 0.4,
    rerank_model: 'sandbox/sandbox',
    filter: { document_ids: ['a'] },
  });
  expect(rules.changedOptions(chosen)).toBe(3);
  expect(rules.changedOptions(settings)).toBe(0);
});

it('opens a saved question with all of its filters', () => {
  const filters = {
    ...{ tags: ['policy'], documents: ['a', 'b'], from: '2026-01-01', until: '2026-12-31' },
  };
  const { filter } = rules.toRequest('Trains?', { ...settings, ...filters });
  expect(rules.toFilters(filter ?? null)).toEqual(filters);
  expect(rules.toFilters(null)).toEqual({ tags: [], documents: [], from: '', until: '' });
});

it('highlights adjacent, overlapping and repeated words once', () => {
  const ranges = [
    { start: 5, end: 11 },
    { start: 0, end: 4 },
    { start: 8, end: 14 },
    { start: 9, end: 10 },
  ];
  const parts = highlightParts('Book trains early', ranges);
  expect(parts.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('')).toBe(
    '[Book] [trains][ ea]rly',
  );
  expect(highlightParts('Book', [])).toEqual([{ start: 0, text: 'Book', isMarked: false }]);
});

it('matches expected passages by their offsets, adds and removes them', () => {
  const results = [found('a', 0, 10), found('b', 0, 10), found('b', 10, 20)];
  expect(rules.rankOf(results, [found('b', 12, 14)])).toBe(3);
  expect(rules.rankOf(results, [found('c', 0, 4)])).toBeNull();
  const added = rules.toggled([], found('a', 0, 10));
  expect(added).toEqual([found('a', 0, 10)]);
  expect(rules.toggled(added, found('a', 5, 15))).toEqual([]);
});

it('reports the searchable share while documents are being indexed', () => {
  const counts = { documents: 12, ready: 8, waiting: 3, working: 1 };
  const note = (change: object, is_paused = false) =>
    rules.searchableNote({ counts: { ...counts, ...change }, is_paused } as Collection);
  expect(note({})).toBe('8 of 12 documents can be searched. The others are being indexed.');
  expect(note({}, true)).toBe('8 of 12 documents can be searched. Indexing is paused.');
  expect(note({ waiting: 0, working: 0 })).toBeNull();
  expect([rules.figureText(0.857), rules.figureText(null)]).toEqual(['0.86', '–']);
});
