import { createSchedule } from './schedule.ts';

/** The reason for aborting work whose job was cancelled, deleted or taken over by another process. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/**
 * Renews a job's lease ten times as often as needed, so that no job is lost to a busy database and a cancelled one
 * stops soon.
 * @param renew extends the lease; false when the job is no longer this process's
 * @returns a signal that aborts when the lease is lost, and a function that stops the renewals
 */
export function keepLease(
  renew: () => Promise<boolean>,
  leaseMs: number,
  report: (error: unknown) => void,
) {
  const lost = new AbortController();
  const schedule = createSchedule(report);
  let expiresAt = performance.now() + leaseMs;
  schedule.every(leaseMs / 10, async () => {
    const startedAt = performance.now();
    try {
      if (!(await renew())) return lost.abort(new LeaseLost());
      expiresAt = startedAt + leaseMs;
    } catch (error) {
      report(error);
      // The database isn't responding, so another process may have taken over the job by now.
      if (performance.now() >= expiresAt) lost.abort(new LeaseLost());
    }
  });
  return { signal: lost.signal, end: schedule.close };
}
