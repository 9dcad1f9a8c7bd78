import { type RefObject, useEffect, useState } from 'react';
import { focusedBefore, giveFocusBack, isFocusLost } from './focus.ts';

/**
 * Gives the focus back to what had it when this opened, as soon as it closes or goes, unless the focus has gone
 * somewhere on purpose.
 */
export function useReturnFocus(opened = true): void {
  const [before, setBefore] = useState(() => (opened ? focusedBefore() : null));
  // While rendering, and not in an effect: what is within takes the focus before effects run.
  if (opened && before === null) setBefore(focusedBefore());
  if (!opened && before !== null) setBefore(null);

  useEffect(() => {
    if (!before) return;
    return () => {
      const atEnd = document.activeElement;
      // After what else appears now: it may take the focus itself.
      queueMicrotask(() => {
        const now = document.activeElement;
        if (now === null || now === document.body || now === atEnd) giveFocusBack(before);
      });
    };
  }, [before]);
}

/** Takes the focus when this appears in place of what had it, as a list does for what was opened from it. */
export function useTakeFocus(element: RefObject<HTMLElement | null>, wanted = true): void {
  useEffect(() => {
    if (wanted && isFocusLost()) element.current?.focus({ preventScroll: true });
  }, [element, wanted]);
}
