import { recheckDomains } from '#domain/capture/recheck.ts';
import type { Domain } from '#domain/domain.ts';
import { forAll } from '../../db/turns/cause.ts';
import { createSchedule } from '../../platform/jobs/schedule.ts';

/** How often it looks for domains that weren't looked up for a day. */
const EVERY_MS = 600_000;

/** Looks up verified email domains again every day. Several nodes may do so at once. */
export function createDomainRecheck(
  domain: Pick<Domain, 'stores' | 'capture'>,
  report: (error: unknown) => void,
) {
  const closing = new AbortController();
  const schedule = createSchedule(report);
  schedule.every(EVERY_MS, () =>
    forAll(() => recheckDomains(domain, { now: new Date(), signal: closing.signal })),
  );
  return {
    async close(): Promise<void> {
      closing.abort();
      await schedule.close();
    },
  };
}
