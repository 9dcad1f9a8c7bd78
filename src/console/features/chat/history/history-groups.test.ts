import { describe, expect, it } from 'vitest';
import type { Chat } from '#generated/model/index.ts';
import { groupOf, historyItems } from './history-groups.ts';

const now = new Date(2026, 10, 23, 9, 0);
const at = (...[month, day, hour = 12]: number[]) =>
  new Date(2026, (month ?? 1) - 1, day, hour).toISOString();

describe('the history', () => {
  it('groups by calendar day, then by month', () => {
    expect(groupOf(at(11, 23, 0), now)).toBe('Today');
    expect(groupOf(at(11, 22, 23), now)).toBe('Yesterday');
    expect(groupOf(at(11, 16), now)).toBe('Previous 7 days');
    expect(groupOf(at(11, 15), now)).toBe('November 2026');
    expect(groupOf(at(3, 1), now)).toBe('March 2026');
  });

  it('shows pinned chats first, under one heading each', () => {
    const chat = (id: string, last_message_at: string) => ({ id, last_message_at }) as Chat;
    const items = historyItems(
      [chat('a', at(1, 1))],
      [chat('b', at(11, 23, 1)), chat('c', at(11, 23, 0)), chat('d', at(5, 1))],
      now,
    );
    expect(items.map((item) => (item.kind === 'heading' ? item.label : item.chat.id))).toEqual([
      'Pinned',
      'a',
      'Today',
      'b',
      'c',
      'May 2026',
      'd',
    ]);
  });
});
