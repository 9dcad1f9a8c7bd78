import type { JobName, Payload, Result } from './jobs.ts';
import { type ThreadOptions, Threads, type ThreadsOptions } from './threads.ts';

const JOBS = new URL('./jobs.ts', import.meta.url);

/**
 * A function that performs one of the `JOBS` in threads of its own, so that work of one kind doesn't wait for another's.
 */
export function createThreads(options: Omit<ThreadsOptions, 'jobs'> = {}) {
  const threads = new Threads({ jobs: JOBS, ...options });
  /** @throws ProblemError 429 or 503 when there are too many already, 503 when it takes too long; the signal's reason */
  return async <Name extends JobName>(
    name: Name,
    payload: Payload<Name>,
    options: ThreadOptions,
  ): Promise<Result<Name>> => (await threads.run(name, payload, options)) as Result<Name>;
}

/** Performs a function in the threads that requests share, so that it doesn't hold up everything else in this one. */
export const runInThread = createThreads();
