import { expect, it } from 'vitest';
import type { IndexSettings, RetrievalFigures } from '#generated/model/index.ts';
import * as rules from './index-rules.ts';

const settings: IndexSettings = {
  ...{ chunk_size: 300, chunk_overlap: 40, language: 'auto', embedding_model: null },
};

it('sends only the settings that were changed', () => {
  expect(rules.changedSettings(settings, { ...settings })).toBeNull();
  expect(rules.changedSettings(settings, { ...settings, chunk_size: 500 })).toEqual({
    chunk_size: 500,
  });
});

it('rejects chunk sizes out of range, and an overlap of more than half a chunk', () => {
  expect(rules.settingsProblem({ ...settings, chunk_overlap: 150 })).toBeNull();
  expect(rules.settingsProblem({ ...settings, chunk_overlap: 151 })).toEqual({
    chunk_overlap: 'At most half of the chunk size',
  });
  expect(rules.settingsProblem({ ...settings, chunk_size: 12 })).toEqual({
    chunk_size: 'From 50 to 2000',
  });
});

it('describes an index, its progress and what another costs', () => {
  expect(rules.settingsText(settings)).toBe(
    '300 tokens, overlap 40 · language detected · words only',
  );
  expect(rules.buildingPercent({ documents_done: 2, documents_total: 3 })).toBe(66);
  expect(rules.buildingPercent({ documents_done: 0, documents_total: 0 })).toBe(100);
  const index = { chunks: 10_000, settings };
  expect(rules.reembeddingCost(index, { id: 'a/b', price: 20_000 })).toBe('about $0.06');
  expect(rules.reembeddingCost(index, undefined)).toBeNull();
});

it('compares figures with those of the active index, if they count the same', () => {
  const figures = (recall: number, k = 5): RetrievalFigures => ({
    ...{ recall, k, mrr: 0.5, ndcg: 0.5, questions: 4, created_at: '2026-11-20T09:00:00Z' },
  });
  expect(rules.figureChange(figures(0.9), figures(0.86), 'recall')).toBe('+0.04');
  expect(rules.figureChange(figures(0.5), figures(0.86), 'recall')).toBe('−0.36');
  expect(rules.figureChange(figures(0.5), figures(0.86), 'mrr')).toBe('±0');
  expect(rules.figureChange(figures(0.9, 10), figures(0.86), 'recall')).toBeNull();
  expect(rules.figureChange(null, figures(0.86), 'recall')).toBeNull();
});
