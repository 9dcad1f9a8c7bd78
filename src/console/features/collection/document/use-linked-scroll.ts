import { type RefObject, useMemo, useRef } from 'react';
import type { Chunk } from '#generated/model/index.ts';
import { chunkAt } from './place.ts';

type Pane = RefObject<HTMLDivElement | null>;

/**
 * Synchronises the scroll positions of two panes, so that text and chunks stay side by side. Only the pane in use
 * leads; otherwise they would move each other forever.
 * @returns the handlers of both panes
 */
export function useLinkedScroll(text: Pane, side: Pane, chunks: readonly Chunk[]) {
  const lead = useRef<'text' | 'chunks' | null>(null);
  const frame = useRef(0);
  return useMemo(() => {
    const later = (work: () => void) => {
      cancelAnimationFrame(frame.current);
      frame.current = requestAnimationFrame(work);
    };
    const onTextScroll = () => {
      const { offset, page } = topItem(text.current, '[data-offset], [data-page]')?.dataset ?? {};
      const chunk =
        page === undefined
          ? offset !== undefined && chunkAt(chunks, Number(offset))
          : chunks.find((each) => (each.page ?? 0) >= Number(page));
      if (chunk) show(side.current, `[data-chunk="${CSS.escape(chunk.id)}"]`);
    };
    const onChunksScroll = () => {
      const first = topItem(side.current, '[data-chunk]');
      const chunk = first && chunks.find(({ id }) => id === first.dataset.chunk);
      if (chunk && text.current?.querySelector('[data-page]')) {
        show(text.current, `[data-page="${chunk.page}"]`);
        return;
      }
      const inside = chunk && Array.from(items(text.current, '[data-offset]'));
      const block = inside?.find((each) => Number(each.dataset.offset) >= (chunk?.start ?? 0));
      if (block) showElement(text.current, block);
    };
    const handlers = (pane: 'text' | 'chunks', onScroll: () => void) => {
      const take = () => {
        lead.current = pane;
      };
      return {
        onPointerEnter: take,
        onPointerDown: take,
        onWheel: take,
        onTouchStart: take,
        onKeyDown: take,
        onScroll: () => {
          if (lead.current === pane) later(onScroll);
        },
      };
    };
    return { text: handlers('text', onTextScroll), chunks: handlers('chunks', onChunksScroll) };
  }, [text, side, chunks]);
}

function items(pane: HTMLElement | null, selector: string): NodeListOf<HTMLElement> | [] {
  return pane?.querySelectorAll<HTMLElement>(selector) ?? [];
}

/** The first item that isn't scrolled out of view. */
function topItem(pane: HTMLElement | null, selector: string): HTMLElement | undefined {
  const top = pane?.getBoundingClientRect().top ?? 0;
  return Array.from(items(pane, selector)).find(
    (item) => item.getBoundingClientRect().bottom > top + 24,
  );
}

function show(pane: HTMLElement | null, selector: string): void {
  const item = pane?.querySelector<HTMLElement>(selector);
  if (item) showElement(pane, item);
}

/** Scrolls an item to the top of its pane without scrolling the page. */
function showElement(pane: HTMLElement | null, item: HTMLElement): void {
  if (!pane || pane.offsetParent === null) return;
  const by = item.getBoundingClientRect().top - pane.getBoundingClientRect().top - 16;
  pane.scrollTop += by;
}
