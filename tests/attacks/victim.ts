import { parentPort, workerData } from 'node:worker_threads';

/**
 * Another tenant's ordinary work, in a thread of its own, so that the attack doesn't delay it in this process: runs a task
 * and lists the runs, again and again from `start` to `stop`.
 */
const { origin, headers, task, runs } = workerData as VictimData;

/** Where and how it works. */
export interface VictimData {
  origin: string;
  headers: Record<string, string>;
  /** The URLs' paths. */
  task: string;
  runs: string;
}

/** What was measured from `start` to `stop`. */
export interface VictimReport {
  /** How long each run took, in milliseconds. */
  took: number[];
  /** Responses other than a run that succeeded, or a list. */
  failures: string[];
}

/** Enough for a median. */
const RUNS_MIN = 15;

async function work(report: VictimReport): Promise<void> {
  const send = async (method: string, path: string, body?: string) => {
    const response = await fetch(origin + path, { method, headers, ...(body && { body }) });
    const text = await response.text();
    if (response.status !== 200)
      report.failures.push(`${method} ${path}: ${response.status} ${text}`);
  };
  while (!isStopped || report.took.length < RUNS_MIN) {
    const began = performance.now();
    await send('POST', `${task}/run`, '{"inputs":{}}');
    report.took.push(performance.now() - began);
    await send('GET', runs);
  }
  parentPort?.postMessage(report);
}

let isStopped = false;
parentPort?.on('message', (message: 'start' | 'stop') => {
  isStopped = message === 'stop';
  if (!isStopped) void work({ took: [], failures: [] });
});
