const lastReloadKey = 'taskloom-chunk-reload';
const minReloadInterval = 20_000;

/** Whether an error means that a chunk of the console failed to load, as happens after a new release. */
export function isChunkError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|module script failed|Unable to preload|ChunkLoadError/i.test(
      error.message,
    )
  );
}

/**
 * Reloads the page to pick up the new release. Never twice in a row, and not offline, where reloading would
 * lose the page without gaining anything.
 * @returns whether it reloads
 */
export function reloadForChunk(): boolean {
  if (!navigator.onLine) return false;
  const now = Date.now();
  if (now - Number(sessionStorage.getItem(lastReloadKey) ?? 0) < minReloadInterval) return false;
  sessionStorage.setItem(lastReloadKey, String(now));
  globalThis.location.reload();
  return true;
}
