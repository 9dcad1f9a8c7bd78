import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '#generated/model/index.ts';
import type { ChatEvent } from './chat-socket.ts';
import { applyEvent, type ChatState, initialState } from './chat-state.ts';

const ID = 'message_1';
const TEXT = 'Trains should be booked at least a week ahead, says the handbook.';

function message(more: Partial<ChatMessage> = {}): ChatMessage {
  const base = { id: ID, change: 1, role: 'assistant', text: '', sibling_ids: [ID] };
  return { ...base, status: 'running', ended_at: null, ...more } as ChatMessage;
}

const ended = message({
  change: 2,
  text: TEXT,
  status: 'succeeded',
  ended_at: '2026-11-20T09:00:00Z',
});
const event = (given: object) => ({ seq: 1, chat_id: 'chat_1', ...given }) as ChatEvent;
const messageEvent = (given: ChatMessage) => event({ type: 'message', message: given });
const delta = (from: number, to: number) =>
  event({ type: 'delta', message_id: ID, offset: from, text: TEXT.slice(from, to) });
const all = (events: ChatEvent[], state = initialState()): ChatState =>
  events.reduce(applyEvent, state);

describe('an answer', () => {
  it('grows with its parts, and is final when its message has ended', () => {
    const live = all([messageEvent(message()), delta(0, 10), delta(10, 20)]);
    expect(live.live.get(ID)?.text).toBe(TEXT.slice(0, 20));
    const done = all([messageEvent(ended), delta(20, 30)], live);
    expect(done.live.size).toBe(0);
    expect(done.messages.get(ID)?.text).toBe(TEXT);
    // An older version doesn't come back.
    expect(applyEvent(done, messageEvent(message())).messages.get(ID)).toEqual(ended);
  });

  it('starts again after a reset', () => {
    const reset = event({ type: 'reset', message_id: ID });
    expect(all([delta(0, 10), reset, delta(0, 4)]).live.get(ID)?.text).toBe(TEXT.slice(0, 4));
  });

  it('is never shown with a gap, doubled or in the wrong order, whatever is repeated', () => {
    const part = fc
      .tuple(fc.nat(TEXT.length), fc.nat(TEXT.length))
      .map(([a, b]) => delta(Math.min(a, b), Math.max(a, b)));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        let state = applyEvent(initialState(), messageEvent(message()));
        let longest = 0;
        for (const one of parts) {
          state = applyEvent(state, one);
          const text = state.live.get(ID)?.text ?? '';
          expect(TEXT.startsWith(text)).toBe(true);
          // What was shown stays.
          expect(text.length).toBeGreaterThanOrEqual(longest);
          longest = text.length;
        }
      }),
    );
  });
});

describe('a chat', () => {
  it('knows up to which change it is complete', () => {
    const opened = event({ type: 'opened', ref: '1', change: 7 });
    expect(all([messageEvent(message({ change: 3 })), opened]).change).toBe(7);
    expect(all([opened]).isOpened).toBe(true);
  });

  it('adds branches to the messages beside them', () => {
    const next = message({ id: 'message_2', change: 3, sibling_ids: [ID, 'message_2'] });
    const state = all([messageEvent(ended), messageEvent(next)]);
    expect(state.messages.get(ID)?.sibling_ids).toEqual([ID, 'message_2']);
  });

  it('says why it is closed, and when it must be loaded again', () => {
    const problem = { type: 't', title: 'Denied', status: 403, code: 'chat_denied' } as const;
    const closed = all([delta(0, 5), event({ type: 'closed', problem })]);
    expect(closed).toMatchObject({ problem, isOpened: false, people: [] });
    expect(closed.live.size).toBe(0);
    expect(all([messageEvent(ended), { type: 'stale', chat_id: 'chat_1' }])).toMatchObject({
      isStale: true,
      change: 0,
    });
  });
});
