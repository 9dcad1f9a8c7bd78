import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** The event-loop delays of a process, in milliseconds. A loop that is never held up has about those of `RESOLUTION`. */
export interface LoopDelays {
  p99: number;
  max: number;
}

const RESOLUTION_MS = 5;

/**
 * Loaded into the server with `node --import`: at every SIGUSR2, it writes the delays since the last one to the file
 * BENCH_LOOP_DELAYS.
 */
const file = process.env.BENCH_LOOP_DELAYS;
if (isMainThread && file) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  process.on('SIGUSR2', () => {
    const measured: LoopDelays = { p99: delays.percentile(99) / 1e6, max: delays.max / 1e6 };
    writeFileSync(`${file}.new`, JSON.stringify(measured));
    renameSync(`${file}.new`, file);
    delays.reset();
  });
}
