import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLatest } from '#console/ui/use-latest.ts';
import { isApiError } from '../../api/api-error.ts';

/** How often (ms) a visible page asks. */
const EVERY_MS = 10_000;
/** How soon (ms) after a refused request it asks at once. */
const SOON_MS = 300;

/**
 * Asks every few seconds while the page is visible, and soon after a request was refused.
 * @param ask does nothing once the signal has aborted; must not throw
 */
export function useWatch(ask: (signal: AbortSignal) => Promise<void>): void {
  const client = useQueryClient();
  const latest = useLatest(ask);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const asking = new AbortController();

    function schedule(delay: number): void {
      clearTimeout(timer);
      if (asking.signal.aborted) return;
      timer = setTimeout(async () => {
        if (document.visibilityState === 'visible') await latest.current(asking.signal);
        schedule(EVERY_MS);
      }, delay);
    }
    const onVisible = () => {
      if (document.visibilityState === 'visible') schedule(0);
    };
    const onRefusal = (error: unknown) => {
      if (isApiError(error, 403, 404)) schedule(SOON_MS);
    };
    const unfollow = [
      client.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated' && query.state.status === 'error') onRefusal(query.state.error);
      }),
      client.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && mutation?.state.status === 'error')
          onRefusal(mutation.state.error);
      }),
    ];
    document.addEventListener('visibilitychange', onVisible);
    schedule(EVERY_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
      for (const stop of unfollow) stop();
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [client]);
}
