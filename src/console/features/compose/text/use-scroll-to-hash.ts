import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

const FRAMES = 10;

/** Scrolls to the linked section as soon as it is on the page. */
export function useScrollToHash(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!hash) return;
    let frame = 0;
    // Sections are laid out as they come into view, which moves those below them for a few frames.
    const show = (more: number) => {
      document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'start' });
      if (more > 0) frame = requestAnimationFrame(() => show(more - 1));
    };
    show(FRAMES);
    return () => cancelAnimationFrame(frame);
  }, [hash]);
}
