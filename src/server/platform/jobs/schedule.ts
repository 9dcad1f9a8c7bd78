/** Repeats jobs in this process. */
export interface Schedule {
  /**
   * @param milliseconds between the end of one round and the start of the next
   * @returns a function that starts the next round now, or as soon as the one in progress has ended
   */
  every(milliseconds: number, job: () => Promise<unknown>): () => void;
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

  function every(milliseconds: number, job: () => Promise<unknown>): () => void {
    let timer: NodeJS.Timeout | undefined;
    let isWanted = false;

    function arm(): void {
      if (isClosed) return;
      timer = setTimeout(start, isWanted ? 0 : milliseconds);
      // A waiting job does not keep the process alive.
      timers.add(timer.unref());
    }

    function start(): void {
      if (timer) timers.delete(timer);
      timer = undefined;
      isWanted = false;
      // In a promise, because an error thrown directly in a timer would end the process.
      const round = Promise.resolve()
        .then(job)
        .catch(report)
        .finally(() => {
          running.delete(round);
          arm();
        });
      running.add(round);
    }

    arm();
    return () => {
      if (isClosed) return;
      isWanted = true;
      if (!timer) return;
      clearTimeout(timer);
      start();
    };
  }

  return {
    every,
    async close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
