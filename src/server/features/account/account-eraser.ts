import { type ErasingDomain, eraseAccounts } from '#domain/account/erase.ts';
import { forAll } from '../../db/turns/cause.ts';
import { createSchedule } from '../../platform/jobs/schedule.ts';

const ERASE_MS = 60_000;

/** Deletes the accounts whose time has come. Several nodes may do so at once, and one continues what another began. */
export function createAccountEraser(domain: ErasingDomain, report: (error: unknown) => void) {
  const schedule = createSchedule(report);
  const closing = new AbortController();
  schedule.every(ERASE_MS, () =>
    forAll(() => eraseAccounts(domain, { now: new Date(), signal: closing.signal, report })),
  );
  return {
    async close(): Promise<void> {
      closing.abort();
      await schedule.close();
    },
  };
}
