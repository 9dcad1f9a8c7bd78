/**
 * Fires when the page may be about to close, becomes visible, or is back online.
 * @returns stops listening
 */
export function listenToPage(on: {
  leaving: () => void;
  back: () => void;
  retry: () => void;
}): () => void {
  const turned = () => (document.visibilityState === 'hidden' ? on.leaving() : on.back());
  addEventListener('pagehide', on.leaving);
  addEventListener('online', on.retry);
  document.addEventListener('visibilitychange', turned);
  return () => {
    removeEventListener('pagehide', on.leaving);
    removeEventListener('online', on.retry);
    document.removeEventListener('visibilitychange', turned);
  };
}
