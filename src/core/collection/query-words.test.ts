import { expect, it } from 'vitest';
import { queryWords, shareOf } from './query-words.ts';

const word = (language: string, text: string, ...positions: number[]) => ({
  ...{ language, word: text, positions },
});

it('searches for a word in the forms of all languages, once', () => {
  const read = [
    word('english', 'hous', 1, 3),
    word('german', 'houses', 1),
    word('german', 'houses', 3),
    word('english', 'red', 2),
    word('german', 'red', 2),
  ];
  expect(queryWords(read, ['english', 'german'])).toEqual([['hous', 'houses'], ['red']]);
});

it('leaves out stop words of the language that the query is in, in all languages', () => {
  const read = [
    word('english', 'vinegar', 4),
    ...['can', 'i', 'put', 'vinegar'].map((text, at) => word('simple', text, at + 1)),
    ...['put', 'vinegar'].map((text, at) => word('spanish', text, at + 3)),
  ];
  expect(queryWords(read, ['simple', 'english', 'spanish'])).toEqual([['vinegar']]);
});

it('keeps what one of several likely languages keeps', () => {
  const read = [word('english', 'die', 1), word('german', 'war', 2)];
  expect(queryWords(read, ['english', 'german'])).toEqual([['die'], ['war']]);
  expect(queryWords([], ['english'])).toEqual([]);
});

it('tells which share of the words a text contains', () => {
  const asked = [['hous', 'houses'], ['red']];
  expect(shareOf(asked, ['the', 'houses'])).toBe(0.5);
  expect(shareOf(asked, ['hous', 'red'])).toBe(1);
  expect(shareOf([], ['hous'])).toBe(0);
});
