import { createSchedule } from './schedule.ts';

/** Why work is aborted whose job was cancelled or deleted, or taken over by another process. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/**
 * Renews a job's lease ten times as often as needed, so that a busy database costs nobody a job and a cancelled one
 * stops soon.
 * @param renew extends the lease; false when the job is no longer this process's
 * @returns a signal that aborts when the lease is lost, and what ends the renewing
 */
export function keepLease(
  renew: () => Promise<boolean>,
  leaseMs: number,
  report: (error: unknown) => void,
) {
  const lost = new AbortController();
  const schedule = createSchedule(report);
  let heldUntil = performance.now() + leaseMs;
  schedule.every(leaseMs / 10, async () => {
    const asked = performance.now();
    try {
      if (!(await renew())) return lost.abort(new LeaseLost());
      heldUntil = asked + leaseMs;
    } catch (error) {
      report(error);
      // The database does not answer: by now another process may have taken the job over.
      if (performance.now() >= heldUntil) lost.abort(new LeaseLost());
    }
  });
  return { signal: lost.signal, end: schedule.close };
}
