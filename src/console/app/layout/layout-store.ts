import { create } from 'zustand';
import { persist } from 'zustand/middleware';

type LayoutState = {
  /** The navbar is 56 px wide and shows icons only. */
  collapsed: boolean;
  toggleCollapsed: () => void;
};

/** How someone likes the frame, kept in the browser. */
export const useLayoutStore = create<LayoutState>()(
  persist(
    (set) => ({
      collapsed: false,
      toggleCollapsed: () => set(({ collapsed }) => ({ collapsed: !collapsed })),
    }),
    { name: 'layout', partialize: ({ collapsed }) => ({ collapsed }) },
  ),
);
