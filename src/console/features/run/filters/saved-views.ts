import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** A name for a set of filters; `search` is what they are in the URL. */
export interface SavedView {
  name: string;
  search: string;
}

const kept = 30;

interface Views {
  /** By person and project: a browser may be shared. */
  byPlace: Record<string, SavedView[]>;
}

/**
 * The views that somebody has saved. They are kept in the browser: a link to a view is its URL, which is how views are
 * shared, so the server need not know them.
 */
export const useViewStore = create<Views>()(
  persist(() => ({ byPlace: {} }) as Views, { name: 'run-views' }),
);

/** Where somebody's views of a project are kept. */
export const viewPlace = (userId: string, projectId: string) => `${userId} ${projectId}`;

/** Saves a view; one of the same name is replaced. */
export function saveView(place: string, view: SavedView): void {
  change(place, (views) => [...without(views, view.name), view].slice(-kept));
}

export function deleteView(place: string, name: string): void {
  change(place, (views) => without(views, name));
}

function change(place: string, to: (views: SavedView[]) => SavedView[]): void {
  useViewStore.setState(({ byPlace }) => ({
    byPlace: { ...byPlace, [place]: to(byPlace[place] ?? []) },
  }));
}

function without(views: readonly SavedView[], name: string): SavedView[] {
  return views.filter((view) => view.name.toLowerCase() !== name.toLowerCase());
}
