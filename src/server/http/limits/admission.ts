/** How many requests start in one turn of the event loop: about as many as it handles in 10 ms. */
const AT_ONCE = 10;

/** Lets a request go on when it is its caller's turn. */
export type Admit = (caller: string) => Promise<void>;

/**
 * A thousand requests that arrive together would all start in one turn of the event loop, and hold up everybody else's
 * for as long as all of them take. Only some start in each turn, and those that wait are served by callers in turn.
 */
export function createAdmission(atOnce = AT_ONCE): Admit {
  /** Those that wait, by caller; the caller that was served least recently comes first. */
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
