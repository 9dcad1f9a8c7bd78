import { type DragEvent, useRef, useState } from 'react';

/**
 * Takes files that are dropped anywhere on an element.
 * @param onDrop called during the event
 * @param effect what the pointer shows meanwhile
 */
export function useFileDrop(
  onDrop: (transfer: DataTransfer) => void,
  effect?: DataTransfer['dropEffect'],
) {
  const [isOver, setOver] = useState(false);
  // Child elements fire these events too.
  const depth = useRef(0);
  const move = (to: number) => {
    depth.current = Math.max(0, to);
    setOver(depth.current > 0);
  };
  /** Ignores drags without files, such as selected text. */
  const ofFiles = (handle: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    handle(event);
  };

  return {
    isOver,
    handlers: {
      onDragEnter: ofFiles(() => move(depth.current + 1)),
      onDragOver: ofFiles(({ dataTransfer }) => {
        if (effect) dataTransfer.dropEffect = effect;
      }),
      onDragLeave: ofFiles(() => move(depth.current - 1)),
      onDrop: ofFiles(({ dataTransfer }) => {
        move(0);
        onDrop(dataTransfer);
      }),
    },
  };
}
