import { expect, it } from 'vitest';
import { whyNotFoundText } from './why-not-found-text.ts';

type Why = Parameters<typeof whyNotFoundText>[0];

const missing: Why = {
  document: { state: 'ready', error: null },
  search: { state: 'done', rank: 0 },
  topK: 5,
  alone: { state: 'done', found: true },
  filtered: { state: 'none' },
  hasMeaning: true,
};

it.each<[string | null, Partial<Why>]>([
  ['Ask the question that should have found it.', { search: { state: 'none' } }],
  ['Searching…', { search: { state: 'loading' } }],
  ['The search failed, so there is nothing to explain yet.', { search: { state: 'failed' } }],
  ['It is found at rank 3.', { search: { state: 'done', rank: 3 } }],
  ['Searching in this document alone…', { alone: { state: 'loading' } }],
  ['Searching in this document alone…', { filtered: { state: 'loading' } }],
  [
    'None of its passages contain words of the question or have a similar meaning.',
    { alone: { state: 'done', found: false } },
  ],
  [
    "The filters exclude it: its tags or its date don't match.",
    { filtered: { state: 'done', found: false } },
  ],
  [
    'Its best passage comes after the first 5. Increase Top K, or ask with words from the document.',
    {},
  ],
  [
    'It is not indexed yet, so it cannot be found.',
    { document: { state: 'embedding', error: null } },
  ],
])('says %s', (text, change) => {
  expect(whyNotFoundText({ ...missing, ...change })).toBe(text);
});

it('blames nothing when a search failed', () => {
  expect(whyNotFoundText({ ...missing, alone: { state: 'failed' } })).toBeNull();
  expect(whyNotFoundText({ ...missing, filtered: { state: 'failed' } })).toBeNull();
});
