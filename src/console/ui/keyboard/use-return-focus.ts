import { type RefObject, useEffect, useRef, useState } from 'react';
import { focusedBefore, isFocusLost, restoreFocus } from './focus.ts';

/**
 * Returns focus to where it was when this opened, as soon as it closes or unmounts, unless focus has
 * been moved on purpose.
 */
export function useReturnFocus(opened = true): void {
  const [before, setBefore] = useState(() => (opened ? focusedBefore() : null));
  // During render rather than in an effect, since children take focus before effects run.
  if (opened && before === null) setBefore(focusedBefore());
  if (!opened && before !== null) setBefore(null);

  const isOpen = useRef(false);
  useEffect(() => {
    if (!before) return;
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      const atEnd = document.activeElement;
      // After anything else that appears now, since that may take focus itself.
      queueMicrotask(() => {
        if (isOpen.current) return;
        const now = document.activeElement;
        if (now === null || now === document.body || now === atEnd) restoreFocus(before);
      });
    };
  }, [before]);
}

/** Takes focus when this replaces what had it, as a list does for the item opened from it. */
export function useTakeFocus(element: RefObject<HTMLElement | null>, wanted = true): void {
  useEffect(() => {
    if (wanted && isFocusLost()) element.current?.focus({ preventScroll: true });
  }, [element, wanted]);
}
