import { useLayoutEffect, useRef, useState } from 'react';
import type { LongListProps } from './long-list-props.ts';
import { scrollParent } from './scroll-parent.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

/** Renders the items in view, in the page's flow. Loaded only when a list is that long. */
export function VirtualList<T>(props: LongListProps<T>) {
  const { label, items, hasMore, itemKey, itemHeight, renderItem, startAt, ordered } = props;
  const list = useRef<HTMLOListElement & HTMLUListElement>(null);
  const [scroller, setScroller] = useState<Element | null>(null);
  // The offset of the list within its scroll container.
  const [above, setAbove] = useState(0);
  const virtualizer = useVirtualRows({
    count: items.length,
    rowHeight: itemHeight,
    scroller: () => scroller,
    body: list,
    above,
    rowKey: (index) => itemKey(items[index] as T),
  });

  useLayoutEffect(() => {
    if (list.current) setScroller(scrollParent(list.current) ?? document.scrollingElement);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the content above may change together with the number of items
  useLayoutEffect(() => {
    if (list.current && scroller) setAbove(topWithin(list.current, scroller));
  }, [scroller, items.length]);

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
      ref={list}
      className={props.className}
      aria-label={label}
      style={{
        paddingTop: first ? first.start - above : 0,
        paddingBottom: last ? above + virtualizer.getTotalSize() - last.end : 0,
      }}
    >
      {shown.map(({ index, start }, at) => {
        // There is a gap only next to the focused item, when it is out of view.
        const gap = start - (shown[at - 1]?.end ?? start);
        return renderItem(items[index] as T, {
          ref: virtualizer.measureElement,
          'aria-setsize': hasMore ? -1 : items.length,
          'aria-posinset': index + 1,
          ...(gap > 0 && { style: { marginTop: gap } }),
          ...{ 'data-index': index },
        });
      })}
    </List>
  );
}

function topWithin(list: Element, scroller: Element): number {
  const distance = list.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  return Math.max(0, Math.round(distance + scroller.scrollTop));
}
