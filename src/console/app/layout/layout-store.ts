import { create } from 'zustand';
import { persist } from 'zustand/middleware';

type LayoutState = {
  /** Whether the navbar is collapsed to 56 px and shows icons only. */
  collapsed: boolean;
  toggleCollapsed: () => void;
};

/** The user's layout preferences, kept in the browser. */
export const useLayoutStore = create<LayoutState>()(
  persist(
    (set) => ({
      collapsed: false,
      toggleCollapsed: () => set(({ collapsed }) => ({ collapsed: !collapsed })),
    }),
    { name: 'layout' },
  ),
);
