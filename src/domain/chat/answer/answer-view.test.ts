import { expect, it } from 'vitest';
import type { ChatMessage } from '#generated/model/index.ts';
import { type AnswerView, answerEvents, nextText } from './answer-view.ts';

function viewOf(given: Partial<AnswerView>): AnswerView {
  const message = { text: '' } as ChatMessage;
  return {
    message,
    text: '',
    resets: 1000,
    steps: [],
    isEnded: false,
    follow: () => () => undefined,
    ...given,
  };
}

/** The ids and types of what a stream sends at once. */
function sent(view: AnswerView, lastEventId?: string) {
  return answerEvents(view, lastEventId)
    .read()
    .events.map(({ id, type }) => `${id} ${type}`);
}

it('a stream that breaks off after any event continues without a gap', () => {
  const view = viewOf({ text: 'Hello', isEnded: true });
  expect(sent(view)).toEqual(['0-0 answer.started', '1000-5 answer.delta', '1000-5 answer.ended']);
  expect(sent(view, '1000-2')[1]).toBe('1000-5 answer.delta');
  // The text that follows a reset isn't received with the reset.
  expect(sent(viewOf({ text: 'Again', resets: 2000 }), '1000-3')).toEqual([
    '1000-3 answer.started',
    '2000-0 answer.reset',
    '2000-5 answer.delta',
  ]);
});

it('a position beyond the text gets nothing, and what a client made up starts again', () => {
  const view = viewOf({ text: 'Hello' });
  expect(nextText(view, { resets: 1000, offset: 99 })).toMatchObject({ text: '', offset: 99 });
  for (const id of ['', 'x', '-1--1', '9999999999-0', '1000-99999999999'])
    expect(sent(view, id).at(-1)).toBe('1000-5 answer.delta');
});
