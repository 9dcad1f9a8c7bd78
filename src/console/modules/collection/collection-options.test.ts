import { expect, it } from 'vitest';
import type { Collection } from '#generated/model/index.ts';
import { collectionOptions, healthText } from './collection-options.ts';

const counts = { documents: 12, ready: 9, waiting: 1, working: 1, failed: 1, cancelled: 0 };
const handbook = { id: 'collection_1', name: 'Handbook', counts } as Collection;

it('keeps chosen collections that are missing visible', () => {
  expect(collectionOptions([handbook], ['collection_1', 'collection_2'], true)).toEqual([
    { value: 'collection_1', label: 'Handbook' },
    { value: 'collection_2', label: 'Missing collection (collection_2)' },
  ]);
  expect(collectionOptions([], ['collection_2'], false)[0]?.label).toBe('collection_2');
});

it('says how large and how healthy a collection is', () => {
  expect(healthText(handbook)).toBe('12 documents · 2 being indexed · 1 failed');
  const one = { ...counts, documents: 1, waiting: 0, working: 0, failed: 0 };
  expect(healthText({ counts: one } as Collection)).toBe('1 document');
});
