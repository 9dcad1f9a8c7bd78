import type { JobName, Payload, Result } from './jobs.ts';
import { type ThreadOptions, Threads } from './threads.ts';

/** The threads of this process, started when they are first needed. */
const threads = new Threads({ jobs: new URL('./jobs.ts', import.meta.url) });

/**
 * Performs one of the `JOBS` in a thread, so that it doesn't hold up everything else in this one.
 * @throws ProblemError 429 or 503 when there are too many already, 503 when it takes too long; the signal's reason
 */
export async function runInThread<Name extends JobName>(
  name: Name,
  payload: Payload<Name>,
  options: ThreadOptions,
): Promise<Result<Name>> {
  return (await threads.run(name, payload, options)) as Result<Name>;
}
