import { describe, expect, it } from 'vitest';
import { matchesBeginnings, searchWords } from './search-words.ts';

describe('matchesBeginnings', () => {
  it.each([
    ['zeb', 'The Zebra question', true],
    ['ebra', 'The Zebra question', false],
    ['quest zebra', 'The Zebra question', true],
    ['zebra lion', 'The Zebra question', false],
    ['foo.bar', 'see foo_bar/baz', true],
    ['ÄRG', 'Großer Ärger', true],
    ['索ロ', '検索ログ', true],
    ['abc', '検abc', true],
    ['', 'anything', true],
  ])('%s in %s: %s', (q, text, expected) => {
    expect(matchesBeginnings(q, text)).toBe(expected);
  });
});

describe('searchWords', () => {
  it('limits their number and length, and contains nothing that a query must escape', () => {
    expect(searchWords("it's \\ 'a':* & (b) | !c")).toEqual(['it', 's', 'a', 'b', 'c']);
    expect(searchWords('x'.repeat(500))[0]).toHaveLength(64);
    expect(searchWords(Array.from({ length: 50 }, (_, n) => `w${n}`).join(' '))).toHaveLength(16);
  });
});
