import type { LiHTMLAttributes, ReactNode, Ref } from 'react';

/** The props an item's `li` needs for its place in the list. */
export type ItemPlace = LiHTMLAttributes<HTMLLIElement> & { ref?: Ref<HTMLLIElement> };

export type LongListProps<T> = {
  /** What the items are, for screen readers, e.g. `Revisions`. */
  label: string;
  items: readonly T[];
  /** Whether more can be loaded. */
  hasMore: boolean;
  itemKey: (item: T) => string | number;
  /** Estimated height of an item in px; measured once rendered. */
  itemHeight: number;
  /** Renders an `li` with the given props. */
  renderItem: (item: T, place: ItemPlace) => ReactNode;
  /** The index of the item to start at. */
  startAt?: number;
  ordered?: boolean;
  className?: string;
};
