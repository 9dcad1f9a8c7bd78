import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { focusedRow } from './use-row-keys.ts';

const rowHeight = 40;
/** Of the table's head, which the rows scroll under. */
const headHeight = 36;
/** Rows beyond either edge, so that scrolling does not outrun them. */
const overscan = 12;
/** How long the rows stand still, in ms, before those beyond the edges follow a jump. */
const settleAfter = 100;

type VirtualRowsProps<T> = {
  rows: readonly T[];
  /** Makes a row that does not render again when it is the same. */
  renderRow: (row: T, index: number, offset: number) => ReactNode;
  scroller: RefObject<HTMLElement | null>;
  /** Is given how to bring a row into view; null when that is over. */
  onReady: (reveal: () => ((index: number) => void) | null) => void;
};

/** Of many rows, those that are in sight. Loaded when a list has that many. */
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

  // When the rows come together with what they scroll in (a search is cleared), it is not known in their first
  // effects, and nothing else would have them look again.
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
 * Which rows are rendered: those in sight and some beyond the edges; but where nothing of the last ones is left, as while
 * the scrollbar is dragged, only those in sight, and the others when it stands still. And the row that has the focus,
 * wherever it is: a key would otherwise go on from nowhere.
 */
function useSettlingRange(scroller: RefObject<HTMLElement | null>): (range: Range) => number[] {
  const last = useRef<Range | null>(null);
  const isBare = useRef(false);
  // A new function has the rows worked out anew.
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
