import { type DragEvent, type KeyboardEvent, useMemo, useState } from 'react';
import { useLatest } from '#console/ui/use-latest.ts';

interface Drag {
  from: number;
  over: number;
}

export type Reorder = ReturnType<typeof useReorder>;

/**
 * Reorders rows by dragging a handle, or with the arrow keys on the handle. The returned props are stable while nothing
 * is dragged, so that a change to one row doesn't render the others.
 * @param onMove called with the old and new index
 */
export function useReorder(count: number, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const latest = useLatest({ count, onMove });

  return useMemo(() => {
    const row = (index: number) => ({
      'data-dragged': drag?.from === index || undefined,
      'data-drop':
        drag && drag.over === index && drag.from !== index
          ? drag.over < drag.from
            ? 'before'
            : 'after'
          : undefined,
      onDragOver: (event: DragEvent) => {
        if (!drag) return;
        event.preventDefault();
        if (drag.over !== index) setDrag({ ...drag, over: index });
      },
      onDrop: (event: DragEvent) => {
        if (!drag) return;
        event.preventDefault();
        setDrag(null);
        if (drag.from !== index) latest.current.onMove(drag.from, index);
      },
    });

    const grip = (index: number) => ({
      draggable: true,
      onDragStart: (event: DragEvent<HTMLElement>) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', '');
        const whole = event.currentTarget.closest('li');
        if (whole) event.dataTransfer.setDragImage(whole, 12, 20);
        setDrag({ from: index, over: index });
      },
      onDragEnd: () => setDrag(null),
      onKeyDown: (event: KeyboardEvent) => {
        const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
        const to = index + step;
        if (step === 0 || to < 0 || to >= latest.current.count) return;
        event.preventDefault();
        const moved = event.currentTarget as HTMLElement;
        latest.current.onMove(index, to);
        // Browsers take focus from an element that is moved in the DOM.
        requestAnimationFrame(() => moved.focus());
      },
    });

    return { row, grip };
  }, [drag]);
}
