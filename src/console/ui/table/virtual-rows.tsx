import { type ReactNode, type RefObject, useEffect } from 'react';
import { useVirtualRows } from '../list/use-virtual-rows.ts';

const rowHeight = 40;
/** The height of the table's head, under which the rows scroll. */
const headHeight = 36;

type VirtualRowsProps<T> = {
  rows: readonly T[];
  /** Renders a row; memoised by the row. */
  renderRow: (row: T, index: number, offset: number) => ReactNode;
  scroller: RefObject<HTMLElement | null>;
  /** Receives the function that scrolls to a row; null on unmount. */
  onReady: (reveal: () => ((index: number) => void) | null) => void;
};

/** Renders only the rows in view. Loaded when a table has that many rows. */
export function VirtualRows<T>({ rows, renderRow, scroller, onReady }: VirtualRowsProps<T>) {
  const virtualizer = useVirtualRows({
    count: rows.length,
    rowHeight,
    scroller: () => scroller.current,
    body: scroller,
    headHeight,
  });

  useEffect(() => {
    onReady(() => (index) => virtualizer.scrollToIndex(index));
    return () => onReady(() => null);
  }, [virtualizer, onReady]);

  return (
    <div role="presentation" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((item) => {
        const row = rows[item.index];
        return row === undefined ? null : renderRow(row, item.index, item.start);
      })}
    </div>
  );
}
