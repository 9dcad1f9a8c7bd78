import { useEffect } from 'react';

/**
 * Loads what a first click will need once the page is idle, so that neither the page nor the click waits for
 * it.
 */
export function useIdleLoad(load: () => Promise<unknown>): void {
  useEffect(() => {
    const quiet = () => void load().catch(() => undefined);
    // Safari has no requestIdleCallback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(quiet, 1500);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(quiet, { timeout: 5000 });
    return () => cancelIdleCallback(handle);
  }, [load]);
}
