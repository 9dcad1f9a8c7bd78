import { type RefObject, useEffect } from 'react';
import { isPageKey } from './keys.ts';

/**
 * J and K (and the arrows, once a row has the focus) move through a list; Enter opens, since the focus
 * is on the row's own link.
 * @param show brings a row that is not rendered into view
 */
export function useRowKeys(
  body: RefObject<HTMLElement | null>,
  rowCount: number,
  show: (index: number) => void,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = stepOf(event, body.current);
      if (step === 0 || rowCount === 0 || !isPageKey(event)) return;
      event.preventDefault();
      const current = focusedRow(body.current);
      const first = step > 0 ? 0 : rowCount - 1;
      const index = current === null ? first : clamp(current + step, rowCount);
      show(index);
      // A virtual row is on the page one frame later.
      if (!focusRow(body.current, index)) {
        requestAnimationFrame(() => requestAnimationFrame(() => focusRow(body.current, index)));
      }
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

function focusedRow(body: HTMLElement | null): number | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-index]');
  return row && body?.contains(row) ? Number(row.dataset.index) : null;
}

function focusRow(body: HTMLElement | null, index: number): boolean {
  const target = body?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row-focus]`);
  target?.focus({ preventScroll: false });
  return Boolean(target);
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}
