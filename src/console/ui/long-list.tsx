import { type LiHTMLAttributes, lazy, type ReactNode, type Ref, Suspense } from 'react';
import { useIsLong, VIRTUAL_FROM } from './use-is-long.ts';
import type { VirtualList as VirtualListType } from './virtual-list.tsx';

const VirtualList = lazy(() =>
  import('./virtual-list.tsx').then((m) => ({ default: m.VirtualList })),
) as typeof VirtualListType;

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

/** A list of items of any height: past 100, only those in sight are on the page. */
export function LongList<T>(props: LongListProps<T>) {
  const { items, hasMore } = props;
  const isLong = useIsLong(items.length, hasMore);
  if (!isLong) return <PlainList {...props} />;
  return (
    // Its rows are made anew then: a menu that was opened in them, or the focus, would be gone.
    <Suspense fallback={<PlainList {...props} inert />}>
      <VirtualList {...props} />
    </Suspense>
  );
}

function PlainList<T>({
  label,
  items,
  renderItem,
  ordered,
  className,
  inert,
}: LongListProps<T> & { inert?: boolean }) {
  const List = ordered ? 'ol' : 'ul';
  return (
    <List className={className} aria-label={label} inert={inert}>
      {items.slice(0, VIRTUAL_FROM).map((item) => renderItem(item, {}))}
    </List>
  );
}
