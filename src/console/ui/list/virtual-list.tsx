import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState } from 'react';
import type { LongListProps } from './long-list-props.ts';
import { scrollParent } from './scroll-parent.ts';

/** Renders the items in view, in the page's flow. Loaded only when a list is that long. */
export function VirtualList<T>(props: LongListProps<T>) {
  const { label, items, hasMore, itemKey, itemHeight, renderItem, startAt, ordered } = props;
  const [list, setList] = useState<HTMLElement | null>(null);
  const scroller = list && (scrollParent(list) ?? document.scrollingElement);
  // The offset of the list within its scroll container.
  const [above, setAbove] = useState(0);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: () => itemHeight,
    getItemKey: (index) => itemKey(items[index] as T),
    scrollMargin: above,
    overscan: 8,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the content above may change together with the number of items
  useLayoutEffect(() => {
    if (list && scroller) setAbove(topWithin(list, scroller));
  }, [list, scroller, items.length]);

  useLayoutEffect(() => {
    if (scroller && startAt !== undefined && startAt > 0) {
      virtualizer.scrollToIndex(startAt, { align: 'center' });
    }
  }, [virtualizer, scroller, startAt]);

  const shown = virtualizer.getVirtualItems();
  const [first, last] = [shown[0], shown.at(-1)];
  const List = ordered ? 'ol' : 'ul';
  return (
    <List
      ref={setList as (element: HTMLElement | null) => void}
      className={props.className}
      aria-label={label}
      style={{
        paddingTop: first ? first.start - above : 0,
        paddingBottom: last ? above + virtualizer.getTotalSize() - last.end : 0,
      }}
    >
      {shown.map(({ index }) =>
        renderItem(items[index] as T, {
          ref: virtualizer.measureElement,
          'aria-setsize': hasMore ? -1 : items.length,
          'aria-posinset': index + 1,
          ...{ 'data-index': index },
        }),
      )}
    </List>
  );
}

function topWithin(list: Element, scroller: Element): number {
  const distance = list.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  return Math.max(0, Math.round(distance + scroller.scrollTop));
}
