import { setTimeout } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { AnswerService } from '../answer/answer.service.ts';
import type { ChatNews } from '../chat.port.ts';
import { Room, type RoomDeps } from './room.ts';

/** How long the database takes to read what belongs to a message. */
const SLOW_MS = 60;

it('passes an answer on before its text, however slowly the answer is read', async () => {
  const answer = {
    ...{ id: 'message_2', chat_id: 'chat_1', parent_id: 'message_1', role: 'assistant' },
    ...{
      run_id: 'run_1',
      attempts: 1,
      attachment_ids: [],
      citations: [],
      passages: [],
      text: '',
      change: 2,
      ended_at: null,
    },
  };
  let hear: (news: ChatNews) => void = () => {};
  const written: (typeof answer)[] = [];
  const stores = {
    chat: {
      chats: { find: async () => ({ id: 'chat_1', kind: 'model', change: 1, version: 1 }) },
      messages: { find: async () => answer, list: async () => [...written] },
      pins: { list: async () => [] },
      children: () => setTimeout(SLOW_MS, []),
    },
  };
  const run = { id: 'run_1', output_text: 'It has begun' };
  const answers = { view: async () => ({ run, steps: [], resets: 0, follow: () => () => {} }) };
  const follow = (_id: string, listener: typeof hear) => {
    hear = listener;
    return () => {};
  };
  const chat = { follow, publish() {}, report: vi.fn() };
  const room = new Room({
    domain: { stores, chat } as unknown as RoomDeps['domain'],
    answers: answers as unknown as AnswerService,
    node: 'node',
    chatId: 'chat_1',
    onEmpty() {},
  });
  const told: string[] = [];
  const member = {
    person: { id: 'user_1', name: 'Ada' },
    onMessage: () => told.push('message'),
    onChat() {},
    onAnswer: () => told.push('text'),
    onPresence() {},
  };
  await room.join(member);
  written.push(answer);
  hear({ chat_id: 'chat_1', message_id: answer.id });
  await vi.waitFor(() => expect(new Set(told).size).toBe(2), { timeout: 5000 });
  expect(told[0]).toBe('message');
  expect(chat.report).not.toHaveBeenCalled();
  room.leave(member);
});
