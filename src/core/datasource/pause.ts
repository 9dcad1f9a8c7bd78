/** Yields to the event loop, so that long computations don't block other requests. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
