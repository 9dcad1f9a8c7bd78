import type { LiHTMLAttributes, ReactNode, Ref } from 'react';

/** What the `li` of an item takes, for its place in the list. */
export type ItemPlace = LiHTMLAttributes<HTMLLIElement> & { ref?: Ref<HTMLLIElement> };

export type LongListProps<T> = {
  /** What the items are, for screen readers: `Revisions`. */
  label: string;
  items: readonly T[];
  /** Whether more can be loaded. */
  hasMore: boolean;
  itemKey: (item: T) => string | number;
  /** About how many px high an item is; measured once it is there. */
  itemHeight: number;
  /** Renders an `li` with what it is given. */
  renderItem: (item: T, place: ItemPlace) => ReactNode;
  /** The index of an item to begin at. */
  startAt?: number;
  ordered?: boolean;
  className?: string;
};
