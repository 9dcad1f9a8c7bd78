import { type DragEvent, useRef, useState } from 'react';

/** Takes files that are dropped anywhere on an element. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  // Child elements fire these events too.
  const depth = useRef(0);
  const isFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  const move = (by: number) => {
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  return {
    isOver,
    handlers: {
      onDragEnter: (event: DragEvent) => {
        if (!isFiles(event)) return;
        event.preventDefault();
        move(1);
      },
      onDragOver: (event: DragEvent) => {
        if (isFiles(event)) event.preventDefault();
      },
      onDragLeave: (event: DragEvent) => {
        if (isFiles(event)) move(-1);
      },
      onDrop: (event: DragEvent) => {
        if (!isFiles(event)) return;
        event.preventDefault();
        move(-depth.current);
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}
