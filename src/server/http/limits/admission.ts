/** The number of requests that start per turn of the event loop: about 10 ms of work. */
const AT_ONCE = 10;

/** Resolves when it is the caller's turn. */
export type Admit = (caller: string) => Promise<void>;

/**
 * A thousand requests that arrive together would all start in one turn of the event loop, and block everybody else's
 * until they are done. So only a few start per turn, and callers take turns.
 */
export function createAdmission(atOnce = AT_ONCE): Admit {
  /** Waiting requests by caller, least recently served caller first. */
  const lines = new Map<string, (() => void)[]>();
  let started = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(next);
  }

  function next(): void {
    isScheduled = false;
    started = 0;
    while (started < atOnce) {
      const [first] = lines;
      if (!first) return;
      const [caller, line] = first;
      lines.delete(caller);
      line.shift()?.();
      if (line.length > 0) lines.set(caller, line);
      started += 1;
    }
    schedule();
  }

  return (caller) => {
    schedule();
    if (started < atOnce && lines.size === 0) {
      started += 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const line = lines.get(caller);
      if (line) line.push(resolve);
      else lines.set(caller, [resolve]);
    });
  };
}
