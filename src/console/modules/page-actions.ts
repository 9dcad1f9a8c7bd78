import { useEffect } from 'react';
import { create } from 'zustand';
import { useLatest } from '#console/ui/use-latest.ts';

/** An action of the open page, offered in the palette. */
export interface PageAction {
  label: string;
  run: () => void;
}

/** The actions of the open page. */
export const usePageActionStore = create<{ actions: readonly PageAction[] }>(() => ({
  actions: [],
}));

/** Offers actions in the palette while the component is mounted. Actions are identified by their labels. */
export function usePageActions(actions: readonly PageAction[]): void {
  const latest = useLatest(actions);
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
