import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Scrolls to the linked section as soon as it is on the page. */
export function useScrollToHash(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'start' });
  }, [hash]);
}
