import { eraseDeleted } from '#domain/deletion/sweep.ts';
import type { Domain } from '#domain/domain.ts';
import { forAll } from '../../db/turns/cause.ts';
import { createSchedule } from '../../platform/jobs/schedule.ts';

const SWEEP_MS = 600_000;

/** Erases what was deleted 30 days ago, every ten minutes. Several nodes may do so at once. */
export function createDeletionSweeper(
  domain: Pick<Domain, 'stores'>,
  report: (error: unknown) => void,
) {
  const schedule = createSchedule(report);
  const closing = new AbortController();
  schedule.every(SWEEP_MS, () =>
    forAll(() => eraseDeleted(domain, { now: new Date(), signal: closing.signal })),
  );
  return {
    async close(): Promise<void> {
      closing.abort();
      await schedule.close();
    },
  };
}
