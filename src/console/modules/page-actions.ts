import { useEffect, useRef } from 'react';
import { create } from 'zustand';

/** Something that the open page can do; the palette offers it. */
export interface PageAction {
  label: string;
  run: () => void;
}

/** What the open page can do now. */
export const usePageActionStore = create<{ actions: readonly PageAction[] }>(() => ({
  actions: [],
}));

/** Has the palette offer these while the component is there. Labels tell the actions apart. */
export function usePageActions(actions: readonly PageAction[]): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const labels = JSON.stringify(actions.map(({ label }) => label));
  useEffect(() => {
    const own = (JSON.parse(labels) as string[]).map((label) => ({
      label,
      run: () => latest.current.find((action) => action.label === label)?.run(),
    }));
    usePageActionStore.setState(({ actions: others }) => ({ actions: [...others, ...own] }));
    return () =>
      usePageActionStore.setState(({ actions: all }) => ({
        actions: all.filter((one) => !own.includes(one)),
      }));
  }, [labels]);
}
