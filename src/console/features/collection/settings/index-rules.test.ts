import { expect, it } from 'vitest';
import type { IndexSettings } from '#generated/model/index.ts';
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

it('refuses chunks of an impossible size, and an overlap of more than half a chunk', () => {
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
