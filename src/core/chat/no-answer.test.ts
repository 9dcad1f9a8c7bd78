import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMarkFilter } from '../collection/cite/mark-filter.ts';
import { createNoAnswerFilter, NO_ANSWER, readNoAnswer } from './no-answer.ts';

/** Streams a text in pieces. */
function streamed(pieces: readonly string[]): string {
  const filter = createNoAnswerFilter(createMarkFilter({ type: 'text' }, 3));
  return pieces.map((piece) => filter.push(piece)).join('') + filter.end();
}

describe('the mark of answers that found nothing', () => {
  it.each([
    [`${NO_ANSWER} They don't say.`, "They don't say."],
    [`**[No answer]**: They don't say.`, "They don't say."],
    ['[NO_ANSWER]\n\nNichts.', 'Nichts.'],
    ['"[no answer] Nichts."', 'Nichts."'],
    [NO_ANSWER, ''],
  ])('is removed: %s', (text, shown) => {
    expect(readNoAnswer(text)).toEqual({ text: shown, saysNoAnswer: true });
    expect(streamed([...text])).toBe(shown);
  });

  it.each(['[1] says no answer.', 'The [no answer] mark.', '[no', '[note] Hello', '', '> Quoted'])(
    'is only known at the beginning: %s',
    (text) => {
      expect(readNoAnswer(text)).toEqual({ text, saysNoAnswer: false });
      expect(streamed([...text])).toBe(text);
    },
  );

  it('gives the same text however it is streamed', () => {
    const part = fc.constantFrom('[', 'no', ' ', 'answer', ']', '*', '[1]', 'x', '\n', ':', '"');
    const start = fc.constantFrom('', NO_ANSWER, '**[no answer]** ', ' [No-Answer]. ');
    fc.assert(
      fc.property(start, fc.array(part, { maxLength: 20 }), (first, parts) => {
        const text = first + parts.join('');
        expect(streamed([...text])).toBe(streamed([text]));
      }),
    );
  });
});
