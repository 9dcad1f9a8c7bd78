import type { Chat } from '#generated/model/index.ts';

export type HistoryItem =
  | { kind: 'heading'; key: string; label: string }
  | { kind: 'chat'; key: string; chat: Chat };

const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });
const DAYS = 7;

/** The group of a chat, by the day it was last used: `Today`, `Yesterday`, `Previous 7 days`, then by month. */
export function groupOf(at: string, now: Date): string {
  const time = new Date(at);
  const startOf = (daysAgo: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).getTime();
  if (time.getTime() >= startOf(0)) return 'Today';
  if (time.getTime() >= startOf(1)) return 'Yesterday';
  if (time.getTime() >= startOf(DAYS)) return 'Previous 7 days';
  return month.format(time);
}

/** The history as one list, with headings. */
export function historyItems(
  pinned: readonly Chat[],
  chats: readonly Chat[],
  now = new Date(),
): HistoryItem[] {
  const items: HistoryItem[] = [];
  const add = (label: string, chat: Chat) => {
    if (!items.some((item) => item.kind === 'heading' && item.label === label))
      items.push({ kind: 'heading', key: `heading:${label}`, label });
    items.push({ kind: 'chat', key: chat.id, chat });
  };
  for (const chat of pinned) add('Pinned', chat);
  for (const chat of chats) add(groupOf(chat.last_message_at, now), chat);
  return items;
}
