import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** A named set of filters; `search` is its query string. */
export interface SavedView {
  name: string;
  search: string;
}

const maxViews = 30;

interface Views {
  /** Keyed by person and project, because a browser may be shared. */
  byPlace: Record<string, SavedView[]>;
}

/** Saved views live in the browser. They are shared as URLs, so the server need not know them. */
export const useViewStore = create<Views>()(
  persist(() => ({ byPlace: {} }) as Views, { name: 'run-views' }),
);

/** The storage key of a person's views of a project. */
export const viewPlace = (userId: string, projectId: string) => `${userId} ${projectId}`;

/** Saves a view; one with the same name is replaced. */
export function saveView(place: string, view: SavedView): void {
  change(place, (views) => [...without(views, view.name), view].slice(-maxViews));
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
