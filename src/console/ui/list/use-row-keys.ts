import { type RefObject, useEffect, useRef } from 'react';
import { isPageKey } from '../keyboard/page-keys.ts';

/** How many frames to wait for a row to render after scrolling to it. Busy machines need more than one or two. */
const framesToWait = 10;

/**
 * J and K (and the arrow keys, once a row has focus) move through a list; Enter opens, since focus is
 * on the row's own link.
 * @param show scrolls to a row that is not rendered
 */
export function useRowKeys(
  body: RefObject<HTMLElement | null>,
  rowCount: number,
  show: (index: number) => void,
): void {
  // The row that gets focus as soon as it is rendered; a held key continues from there.
  const wanted = useRef<number | null>(null);

  useEffect(() => {
    const focusSoon = (index: number, frames = framesToWait) => {
      if (wanted.current !== index) return;
      if (!focusRow(body.current, index) && frames > 0) {
        requestAnimationFrame(() => focusSoon(index, frames - 1));
        return;
      }
      wanted.current = null;
    };
    const onKey = (event: KeyboardEvent) => {
      const step = stepOf(event, body.current);
      if (step === 0 || rowCount === 0 || !isPageKey(event)) return;
      event.preventDefault();
      const current = wanted.current ?? focusedRow(body.current);
      const first = step > 0 ? 0 : rowCount - 1;
      const index = current === null ? first : clamp(current + step, rowCount);
      wanted.current = index;
      show(index);
      focusSoon(index);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [body, rowCount, show]);
}

function stepOf(event: KeyboardEvent, body: HTMLElement | null): number {
  const inside = body?.contains(document.activeElement) ?? false;
  if (event.key === 'j' || (inside && event.key === 'ArrowDown')) return 1;
  if (event.key === 'k' || (inside && event.key === 'ArrowUp')) return -1;
  return 0;
}

/** The index of the focused row. */
export function focusedRow(body: HTMLElement | null): number | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-index]');
  return row && body?.contains(row) ? Number(row.dataset.index) : null;
}

/** Scrolls to a row that is rendered. */
export function showRow(body: HTMLElement | null, index: number): void {
  body?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' });
}

function focusRow(body: HTMLElement | null, index: number): boolean {
  const row = body?.querySelector<HTMLElement>(`[data-index="${index}"]`);
  // A row that doesn't open anything takes focus itself, so that the keys lead past it.
  const target = row?.querySelector<HTMLElement>('[data-row-focus]') ?? row;
  target?.focus({ preventScroll: false });
  return Boolean(target);
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}
