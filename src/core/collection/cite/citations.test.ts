import { describe, expect, it } from 'vitest';
import { type CitablePassage, checkCitations } from './citations.ts';

const TRAINS = 'Book trains at least a week ahead. First class is for journeys over four hours.';
const HOTELS = 'A night may cost up to 140 euros. Breakfast is included.';

function passage(name: string, ...texts: string[]): CitablePassage {
  return {
    collection_id: 'collection_1',
    document_id: `document_${name}`,
    document_name: name,
    text: texts.join('\n'),
    chunks: texts.map((text, index) => ({ id: `chunk_${name}_${index}`, page: index + 1, text })),
  };
}

const passages = [passage('trains', TRAINS), passage('hotels', HOTELS, 'Taxis need a receipt.')];

function check(text: string) {
  const { output, citations } = checkCitations({ type: 'text' }, text, passages);
  const claims = citations.map(({ start, end, number, supported }) => [
    output.slice(start, end),
    number,
    supported,
  ]);
  return { output, citations, claims };
}

describe('citations', () => {
  it('name the passage, its document, page and sentence', () => {
    const { citations } = check('Hello. Trains must be booked a week ahead [1]. Good luck.');
    expect(citations).toEqual([
      {
        pointer: '',
        start: 7,
        end: 46,
        number: 1,
        collection_id: 'collection_1',
        document_id: 'document_trains',
        document_name: 'trains',
        chunk_id: 'chunk_trains_0',
        page: 1,
        quote: 'Book trains at least a week ahead.',
        supported: true,
      },
    ]);
  });

  it('name the page that a quotation begins on, if it goes on on the next one', () => {
    const parts = [
      'Page one is about nothing.',
      'The limit for a night',
      'is 140 euros in all cities.',
    ];
    const joined = { ...passage('limits', ...parts), text: parts.join(' ') };
    const text = 'It says “The limit for a night is 140 euros” [1].';
    const { citations } = checkCitations({ type: 'text' }, text, [joined]);
    expect(citations).toMatchObject([{ chunk_id: 'chunk_limits_1', page: 2, supported: true }]);
  });

  it('name the chunk that a quotation stands in, of a passage that was joined', () => {
    const { citations } = check('It says “taxis need a  receipt” [2].');
    expect(citations[0]).toMatchObject({ chunk_id: 'chunk_hotels_1', page: 2, supported: true });
    expect(citations[0]?.quote).toBe('taxis need a  receipt');
  });

  it.each([
    ['“Book trains at least a week ahead.” [1]', true],
    ['“Book trains at least a month ahead.” [1]', false],
    ['“Book trains … over four hours” [1]', true],
    ['“Book trains at least a week ahead.” [2]', false],
    ['A night may cost up to 140 euros [2].', true],
    ['A night may cost up to 180 euros [2].', false],
    ['Employees receive free parking downtown [1].', false],
    ['1. Book trains a week ahead [1].', true],
    ['“Book trains … hours” [1]', true],
    ['“B … t … a” is what it says [1]', false],
    ['“… … …” all employees park downtown [1]', false],
    ['“ook trains at least a wee” [1]', false],
    ['Trains: a week ahead, hotels: 140 euros per night [1][2].', true],
  ])('%s', (text, supported) => {
    expect(check(text).citations.every((one) => one.supported === supported)).toBe(true);
  });

  it('belong to the claim before them', () => {
    const text = 'Trains are booked a week ahead [1], a night costs up to 140 euros [2].';
    expect(check(text).claims).toEqual([
      ['Trains are booked a week ahead [1]', 1, true],
      ['a night costs up to 140 euros [2].', 2, true],
    ]);
    const led = '[1] says to book trains a week ahead, and [2] that breakfast is included.';
    expect(check(led).claims).toEqual([
      ['says to book trains a week ahead, and ', 1, true],
      ['[2] that breakfast is included.', 2, true],
    ]);
    const list = '- Book trains a week ahead. [1]\n- [2] A night may cost 140 euros.';
    expect(check(list).claims).toEqual([
      ['- Book trains a week ahead.', 1, true],
      ['- [2] A night may cost 140 euros.', 2, true],
    ]);
  });

  it('that name nothing are removed, and their claim is marked', () => {
    const { output, claims } = check('Taxis are free [7]. Breakfast is included [2, 9].');
    expect(output).toBe('Taxis are free. Breakfast is included [2].');
    expect(claims).toEqual([
      ['Taxis are free.', null, false],
      ['Breakfast is included [2].', 2, true],
      ['Breakfast is included [2].', null, false],
    ]);
  });

  it('are found in the texts of fields, and nowhere else', () => {
    const text = (name: string) => ({ name, type: 'text' as const, required: true, list: false });
    const fields = [
      text('answer'),
      { ...text('kind'), type: 'choice' as const, options: ['[9] other'] },
      { ...text('notes'), list: true },
    ];
    const output = { answer: 'None [9].', kind: '[9] other', notes: ['Breakfast is included [2]'] };
    const checked = checkCitations({ type: 'fields', fields }, output, passages);
    expect(checked.output).toEqual({ ...output, answer: 'None.' });
    expect(checked.citations.map(({ pointer, number }) => [pointer, number])).toEqual([
      ['/answer', null],
      ['/notes/0', 2],
    ]);
  });

  it('of an output that cites very much take little time', () => {
    const text = 'Breakfast is included [1, 2]. '.repeat(20_000);
    const start = performance.now();
    expect(check(text).citations.length).toBeLessThan(1100);
    expect(performance.now() - start).toBeLessThan(3000);
  });
});
