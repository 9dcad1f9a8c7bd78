import type { JobName, Payload, Result } from './jobs.ts';
import { type ThreadOptions, Threads, type ThreadsOptions } from './threads.ts';

const JOBS = new URL('./jobs.ts', import.meta.url);

/**
 * Returns a function that runs one of the `JOBS` in a separate pool of threads, so that one kind of work doesn't wait
 * for another.
 */
export function createThreads(options: Omit<ThreadsOptions, 'jobs'> = {}) {
  const threads = new Threads({ jobs: JOBS, ...options });
  /** @throws ProblemError 429 or 503 when too many jobs are waiting, 503 when it takes too long; the signal's reason */
  return async <Name extends JobName>(
    name: Name,
    payload: Payload<Name>,
    options: ThreadOptions,
  ): Promise<Result<Name>> => (await threads.run(name, payload, options)) as Result<Name>;
}

/** Runs a job in the thread pool shared by requests, so that it doesn't block the main thread. */
export const runInThread = createThreads();
