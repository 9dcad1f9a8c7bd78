import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type RecentItem = { to: string; label: string; kind: 'task' | 'project' | 'page' };

const kept = 8;

/** What was opened last, newest first, kept in the browser. */
export const useRecentStore = create<{ items: RecentItem[] }>()(
  persist(() => ({ items: [] as RecentItem[] }), { name: 'recent-items' }),
);

/** Puts something to the front of what was opened last. */
export function rememberRecent(item: RecentItem): void {
  useRecentStore.setState(({ items }) => ({
    items: [item, ...items.filter(({ to }) => to !== item.to)].slice(0, kept),
  }));
}
