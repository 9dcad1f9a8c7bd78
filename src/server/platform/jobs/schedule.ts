/** Repeats jobs in this process. */
export interface Schedule {
  /** @param milliseconds between the end of one round and the start of the next */
  every(milliseconds: number, job: () => Promise<unknown>): void;
  /** Starts no more rounds, and waits for those in progress. */
  close(): Promise<void>;
}

/**
 * A job never overlaps itself. One that throws is reported and runs again at its next turn.
 * @param report where failures are logged
 */
export function createSchedule(report: (error: unknown) => void): Schedule {
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<unknown>>();
  let isClosed = false;

  function arm(milliseconds: number, job: () => Promise<unknown>): void {
    if (isClosed) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      // In a promise, because an error thrown directly in a timer would end the process.
      const round = Promise.resolve()
        .then(job)
        .catch(report)
        .finally(() => {
          running.delete(round);
          arm(milliseconds, job);
        });
      running.add(round);
    }, milliseconds);
    // A waiting job does not keep the process alive.
    timers.add(timer.unref());
  }

  return {
    every: arm,
    async close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
