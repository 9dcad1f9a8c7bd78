import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, type RefObject, useEffect, useState } from 'react';

const rowHeight = 40;

type VirtualRowsProps<T> = {
  rows: readonly T[];
  renderRow: (row: T, index: number, offset: number) => ReactNode;
  scroller: RefObject<HTMLElement | null>;
  /** Is given how to bring a row into view. */
  scrollTo: RefObject<((index: number) => void) | null>;
};

type RowProps = {
  row: unknown;
  index: number;
  offset: number;
  renderRow: (row: never, index: number, offset: number) => ReactNode;
};

/** Scrolling renders the rows that come into sight, and not again those that are there. */
const Row = memo(({ row, index, offset, renderRow }: RowProps) =>
  renderRow(row as never, index, offset),
);

/** Of many rows, those that are in sight. Loaded when a list has that many. */
export function VirtualRows<T>({ rows, renderRow, scroller, scrollTo }: VirtualRowsProps<T>) {
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });

  // When the rows come together with what they scroll in (a search is cleared), it is not known in their first
  // effects, and nothing else would have them look again.
  const [, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);

  useEffect(() => {
    scrollTo.current = (index) => virtualizer.scrollToIndex(index);
    return () => {
      scrollTo.current = null;
    };
  }, [virtualizer, scrollTo]);

  return (
    <div role="presentation" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((item) => {
        const row = rows[item.index];
        if (row === undefined) return null;
        return (
          <Row
            key={item.key}
            row={row}
            index={item.index}
            offset={item.start}
            renderRow={renderRow}
          />
        );
      })}
    </div>
  );
}
