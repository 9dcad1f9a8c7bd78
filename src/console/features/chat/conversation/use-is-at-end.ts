import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** How near (px) to the end the reader follows what is written. */
export const NEAR_END = 80;

interface AtEndOptions {
  /** Whether the list is at its end when it appears. */
  startsThere: boolean;
  toEnd: () => void;
}

/**
 * Whether the end of a list is in view. Only the reader's scrolling counts as leaving it: if the list or its content
 * changes size, as when a field below grows, the list scrolls back to its end.
 * @param scroller has the list's content as its last child
 */
export function useIsAtEnd(
  scroller: RefObject<HTMLElement | null>,
  { startsThere, toEnd }: AtEndOptions,
): boolean {
  const [isAtEnd, setAtEnd] = useState(startsThere);
  const known = useRef({ isAtEnd, size: '' });
  const latest = useRef(toEnd);
  // Before anything can report another size.
  useLayoutEffect(() => {
    latest.current = toEnd;
  });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    /** @returns whether the size is another than the last time */
    const measure = () => {
      const size = `${element.clientWidth} ${element.clientHeight} ${element.scrollHeight}`;
      const isOther = size !== known.current.size;
      known.current.size = size;
      return isOther;
    };
    const look = () => {
      const { scrollHeight, scrollTop, clientHeight } = element;
      known.current.isAtEnd = scrollHeight - scrollTop - clientHeight <= NEAR_END;
      setAtEnd(known.current.isAtEnd);
    };
    const resized = () => {
      measure();
      if (known.current.isAtEnd) latest.current();
      else look();
    };
    // Browsers scroll too, when there is less to scroll. That is reported before the change of size.
    const scrolled = () => {
      const isOther = measure();
      if (isOther && known.current.isAtEnd) latest.current();
      else look();
    };
    element.addEventListener('scroll', scrolled, { passive: true });
    const observer = new ResizeObserver(resized);
    observer.observe(element);
    if (element.lastElementChild) observer.observe(element.lastElementChild);
    return () => {
      element.removeEventListener('scroll', scrolled);
      observer.disconnect();
    };
  }, [scroller]);
  return isAtEnd;
}
