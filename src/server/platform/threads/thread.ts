import { parentPort } from 'node:worker_threads';
import type { Done, Order } from './threads.ts';

/** The main loop of a thread: one job after the other. */
const jobs = new Map<string, (payload: unknown) => unknown>();

parentPort?.on('message', async ({ jobs: from, name, payload }: Order) => {
  const post = (done: Done) => parentPort?.postMessage(done);
  try {
    const job = jobs.get(name) ?? (await (await import(from)).JOBS[name]());
    jobs.set(name, job);
    post({ value: await job(payload) });
  } catch (error) {
    post({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
