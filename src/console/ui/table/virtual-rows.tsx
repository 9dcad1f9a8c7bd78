import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { focusedRow } from './use-row-keys.ts';

const rowHeight = 40;
/** The height of the table's head, under which the rows scroll. */
const headHeight = 36;
/** Rows rendered beyond either edge, so that scrolling does not outrun them. */
const overscan = 12;
/** How long (ms) the rows must be at rest after a jump before those beyond the edges are rendered. */
const settleAfter = 100;

type VirtualRowsProps<T> = {
  rows: readonly T[];
  /** Renders a row; memoised by the row. */
  renderRow: (row: T, index: number, offset: number) => ReactNode;
  scroller: RefObject<HTMLElement | null>;
  /** Receives the function that scrolls to a row; null on unmount. */
  onReady: (reveal: () => ((index: number) => void) | null) => void;
};

/** Renders only the rows in view. Loaded when a list has that many rows. */
export function VirtualRows<T>({ rows, renderRow, scroller, onReady }: VirtualRowsProps<T>) {
  const extractRange = useSettlingRange(scroller);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    scrollPaddingEnd: headHeight,
    rangeExtractor: extractRange,
  });

  // When the rows and their scroll container mount together (a search is cleared), the container is unknown in
  // the first effects, and nothing else would trigger another look.
  const [, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);

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

/**
 * Which rows to render: those in view and some beyond the edges. While the previous range is completely out of
 * view, as when dragging the scrollbar, only those in view; the rest follows at rest. The focused row is
 * always included, so that a key continues from it.
 */
function useSettlingRange(scroller: RefObject<HTMLElement | null>): (range: Range) => number[] {
  const last = useRef<Range | null>(null);
  const isBare = useRef(false);
  // A new function makes the virtualiser recompute the rows.
  const [settled, setSettled] = useState(0);

  useEffect(() => {
    if (!isBare.current) return;
    const timer = setTimeout(() => setSettled((times) => times + 1), settleAfter);
    return () => clearTimeout(timer);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: see `settled`
  return useCallback(
    (range) => {
      const before = last.current;
      last.current = range;
      isBare.current = before !== null && isApart(before, range);
      const shown = defaultRangeExtractor(isBare.current ? { ...range, overscan: 1 } : range);
      return withIndex(shown, focusedRow(scroller.current), range);
    },
    [scroller, settled],
  );
}

function isApart(one: Range, other: Range): boolean {
  return one.endIndex < other.startIndex || other.endIndex < one.startIndex;
}

function withIndex(shown: number[], index: number | null, { count }: Range): number[] {
  if (index === null || index >= count || shown.includes(index)) return shown;
  return [...shown, index].sort((a, b) => a - b);
}
