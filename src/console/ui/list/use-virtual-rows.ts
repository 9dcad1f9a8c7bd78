import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { focusedRow } from './use-row-keys.ts';

/** How far (px) beyond either edge rows are rendered, so that scrolling does not outrun them. */
const beyondEdge = 480;
/** How long (ms) the rows must be at rest after a jump before those beyond the edges are rendered. */
const settleAfter = 100;

type VirtualRowsOptions = {
  count: number;
  /** Height of a row in px; an estimate for rows that are measured. */
  rowHeight: number;
  /** The scroll container; null until it is mounted. */
  scroller: () => Element | null;
  /** Contains the items and nothing else that has a `data-index`. */
  body: RefObject<HTMLElement | null>;
  /** How many items are side by side in a row. */
  columns?: number;
  /** Where the rows begin in the scroll container's content (px). */
  above?: number;
  /** How much of the scroll container a sticky head covers (px). */
  headHeight?: number;
  /** Identifies rows that are measured. */
  rowKey?: (index: number) => string | number;
};

/**
 * Which rows of a long list are rendered, and where: the only use of TanStack Virtual. It has two layouts. Rows of a
 * fixed height (tables, cards) are placed by a transform and contained, so that those that come and go while scrolling
 * do not lay out the others. Rows whose height changes when they are expanded (`VirtualList`) stay in the page's flow,
 * which moves the rows below in the same frame; a virtualiser that places them does so a frame late, over their text.
 */
export function useVirtualRows(options: VirtualRowsOptions) {
  const { count, rowHeight, scroller, body, columns = 1, above = 0, headHeight = 0 } = options;
  const extractRange = useSettlingRange(body, columns);
  const virtualizer = useVirtualizer<Element, HTMLLIElement>({
    count,
    getScrollElement: scroller,
    estimateSize: () => rowHeight,
    overscan: Math.ceil(beyondEdge / rowHeight),
    scrollMargin: above,
    scrollPaddingEnd: headHeight,
    rangeExtractor: extractRange,
    ...(options.rowKey && { getItemKey: options.rowKey }),
  });

  // When the rows and their scroll container mount together (a search is cleared), the container is unknown in
  // the first effects, and nothing else would trigger another look.
  const [, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);

  return virtualizer;
}

/**
 * Which rows to render: those in view and some beyond the edges. While the previous range is completely out of
 * view, as when dragging the scrollbar, only those in view; the rest follows at rest. The focused row is
 * always included, so that a key continues from it.
 */
function useSettlingRange(
  body: RefObject<HTMLElement | null>,
  columns: number,
): (range: Range) => number[] {
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
      const focused = focusedRow(body.current);
      return focused === null ? shown : withRow(shown, Math.floor(focused / columns), range);
    },
    [body, columns, settled],
  );
}

function isApart(one: Range, other: Range): boolean {
  return one.endIndex < other.startIndex || other.endIndex < one.startIndex;
}

function withRow(shown: number[], index: number, { count }: Range): number[] {
  if (index >= count || shown.includes(index)) return shown;
  return [...shown, index].sort((a, b) => a - b);
}
