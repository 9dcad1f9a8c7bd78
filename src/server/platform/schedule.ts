/** Runs jobs now and then in this process. */
export interface Schedule {
  /** @param milliseconds between the end of one run and the start of the next */
  every(milliseconds: number, job: () => Promise<unknown>): void;
  /** Starts no more; waits for what is running. */
  close(): Promise<void>;
}

/**
 * A job never overlaps itself, and its failure ends nothing.
 * @param onError where failures are reported
 */
export function createSchedule(onError: (error: unknown) => void): Schedule {
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<unknown>>();
  let closed = false;

  function arm(milliseconds: number, job: () => Promise<unknown>): void {
    if (closed) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const run = job()
        .catch(onError)
        .finally(() => {
          running.delete(run);
          arm(milliseconds, job);
        });
      running.add(run);
    }, milliseconds);
    // A waiting job is no reason for the process to stay.
    timers.add(timer.unref());
  }

  return {
    every: arm,
    async close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
