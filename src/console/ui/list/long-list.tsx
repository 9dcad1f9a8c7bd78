import { Suspense } from 'react';
import { lazyOf } from '#console/ui/on-demand.tsx';
import type { LongListProps } from './long-list-props.ts';
import { useIsLong, VIRTUAL_FROM } from './use-is-long.ts';

const VirtualList = lazyOf(() => import('./virtual-list.tsx'), 'VirtualList');

/** A list of items of any height. Past 100 items, only those in view are rendered. */
export function LongList<T>(props: LongListProps<T>) {
  const { items, hasMore } = props;
  const isLong = useIsLong(items.length, hasMore);
  if (!isLong) return <PlainList {...props} />;
  return (
    // Its rows are re-created then, so an open menu or focus in them would be lost.
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
