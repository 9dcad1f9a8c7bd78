import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type RecentItem = {
  to: string;
  label: string;
  kind: 'task' | 'collection' | 'chat' | 'article' | 'project' | 'page';
};

const maxItems = 8;

/** Recently opened pages, newest first, kept in the browser. */
export const useRecentStore = create<{ items: RecentItem[] }>()(
  persist(() => ({ items: [] as RecentItem[] }), { name: 'recent-items' }),
);

/** Moves a page to the front of the recent list. */
export function rememberRecent(item: RecentItem): void {
  useRecentStore.setState(({ items }) => ({
    items: [item, ...items.filter(({ to }) => to !== item.to)].slice(0, maxItems),
  }));
}
